// Lucene as a peer: indexes documents, answers questions, and tells what both cost.
//
//     java -cp lucene-core.jar Lucene.java index FIELDS DOCUMENTS INDEX ROUNDS
//     java -cp lucene-core.jar Lucene.java ask FIELDS INDEX QUESTIONS MOST ROUNDS CLOCK
//
// Fields are parted by commas: "name" is searched by words, "name!" is stored besides, "name*" holds
// exact values parted by |, "name+" such values that can be counted, "name#" a number. Documents: a line each, key and fields parted by tabs. Questions: a line each,
// how ("or", "and", "phrase") and words, which are looked for in all fields of words. The answers go
// to standard output, a line for each question: microseconds of each round by the CLOCK ("wall" or
// "cpu" of the asking thread), the number of hits told, and the keys found.

import java.io.BufferedReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

public class Lucene {
    static final Analyzer ANALYZER = new StandardAnalyzer();
    static final double BUFFER_MIB = 256;
    static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] given) throws Exception {
        String[] fields = given[1].split(",");
        if (given[0].equals("index")) {
            for (int round = 0; round < Integer.parseInt(given[4]); round++) {
                index(fields, Path.of(given[2]), Path.of(given[3]));
            }
        } else {
            ask(wordFields(fields), given);
        }
        OUT.flush();
    }

    static String[] wordFields(String[] fields) {
        return Arrays.stream(fields)
                .filter(field -> !field.matches(".*[*+#]"))
                .map(field -> field.replace("!", ""))
                .toArray(String[]::new);
    }

    /** One line: documents, seconds, seconds of CPU of all threads. The last round's index stays. */
    static void index(String[] fields, Path documents, Path folder) throws Exception {
        long began = System.nanoTime(), cpu = cpuNanos();
        int count = 0;
        IndexWriterConfig config = new IndexWriterConfig(ANALYZER);
        config.setOpenMode(IndexWriterConfig.OpenMode.CREATE).setRAMBufferSizeMB(BUFFER_MIB);
        try (IndexWriter writer = new IndexWriter(FSDirectory.open(folder), config);
                BufferedReader lines = Files.newBufferedReader(documents)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] values = line.split("\t", -1);
                Document document = new Document();
                document.add(new StringField("key", values[0], Field.Store.YES));
                for (int at = 0; at < fields.length; at++) add(document, fields[at], values[at + 1]);
                writer.addDocument(document);
                count++;
            }
        }
        OUT.println(count + "\t" + (System.nanoTime() - began) / 1e9 + "\t" + (cpuNanos() - cpu) / 1e9);
    }

    static void add(Document document, String field, String value) {
        String name = field.substring(0, field.length() - 1);
        if (field.endsWith("#")) {
            document.add(new LongField(name, Long.parseLong(value), Field.Store.NO));
        } else if (field.endsWith("*") || field.endsWith("+")) {
            for (String one : value.split("\\|")) {
                if (one.isEmpty()) continue;
                document.add(new StringField(name, one, Field.Store.NO));
                if (field.endsWith("+")) {
                    document.add(new SortedSetDocValuesField(name, new BytesRef(one)));
                }
            }
        } else if (field.endsWith("!")) {
            document.add(new TextField(name, value, Field.Store.YES));
        } else {
            document.add(new TextField(field, value, Field.Store.NO));
        }
    }

    static long nanos(boolean byCpu) {
        return byCpu
                ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
                : System.nanoTime();
    }

    static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    static void ask(String[] fields, String[] given) throws Exception {
        int most = Integer.parseInt(given[4]), rounds = Integer.parseInt(given[5]);
        boolean byCpu = given[6].equals("cpu");
        List<String> questions = Files.readAllLines(Path.of(given[3]));
        List<StringBuilder> told = new ArrayList<>();
        for (int at = 0; at < questions.size(); at++) told.add(new StringBuilder());
        try (DirectoryReader reader = DirectoryReader.open(FSDirectory.open(Path.of(given[2])))) {
            IndexSearcher searcher = new IndexSearcher(reader);
            searcher.setQueryCache(null);
            for (int round = 1; round <= rounds; round++) {
                for (int at = 0; at < questions.size(); at++) {
                    String[] parts = questions.get(at).split("\t", 2);
                    long began = nanos(byCpu);
                    List<String> words = wordsOf(parts[1]);
                    TopDocs found = searcher.search(query(fields, parts[0], words), most);
                    StringBuilder keys = new StringBuilder();
                    for (ScoreDoc one : found.scoreDocs) {
                        keys.append('\t').append(searcher.storedFields().document(one.doc).get("key"));
                    }
                    told.get(at).append((nanos(byCpu) - began) / 1000.0).append(' ');
                    if (round == rounds) told.get(at).append('\t').append(found.totalHits.value).append(keys);
                }
            }
        }
        for (StringBuilder one : told) OUT.println(one);
    }

    static Query query(String[] fields, String how, List<String> words) {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        if (how.equals("phrase")) {
            for (String field : fields) {
                all.add(new PhraseQuery(field, words.toArray(String[]::new)), BooleanClause.Occur.SHOULD);
            }
            return all.build();
        }
        BooleanClause.Occur occur =
                how.equals("and") ? BooleanClause.Occur.MUST : BooleanClause.Occur.SHOULD;
        for (String word : words) {
            BooleanQuery.Builder one = new BooleanQuery.Builder();
            for (String field : fields) {
                one.add(new TermQuery(new Term(field, word)), BooleanClause.Occur.SHOULD);
            }
            all.add(fields.length == 1 ? new TermQuery(new Term(fields[0], word)) : one.build(), occur);
        }
        return all.build();
    }

    static List<String> wordsOf(String text) throws Exception {
        List<String> words = new ArrayList<>();
        try (TokenStream tokens = ANALYZER.tokenStream("", text)) {
            CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
            for (tokens.reset(); tokens.incrementToken(); ) words.add(term.toString());
            tokens.end();
        }
        return words;
    }
}
