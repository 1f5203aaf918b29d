"""Words by which documents call themselves or their parts, in the languages papers come in.

They belong to kinds of documents, never to a discipline: a heading "Methods" is here, a method
is not. Headings are compared without numbers, case and punctuation. In phrases `#` is a digit
and a final `*` leaves the end of the word open.
"""

from __future__ import annotations

# -- headings: a line that is nothing else -----------------------------------------------------

_HEADINGS: dict[str, str] = {
    "abstract": "abstract|summary|zusammenfassung|kurzfassung|résumé|resume|resumen|resumo"
    "|riassunto|sommario|samenvatting|sammanfattning|sammendrag|streszczenie|abstrakt|özet|аннотация"
    "|реферат|анотація|摘要|内容摘要|要旨|概要|초록|요약|abstract and keywords|synopsis"
    "|executive summary",
    "keywords": "keywords|key words|index terms|general terms|categories and subject descriptors"
    "|schlüsselwörter|schlagwörter|mots clés|mots-clés|palabras clave|palavras-chave"
    "|palavras chave|parole chiave|trefwoorden|słowa kluczowe|ключевые слова|关键词|關鍵詞"
    "|キーワード|주제어|핵심어|jel classification|jel codes|ccs concepts"
    "|mathematics subject classification|pacs numbers|acm reference format",
    "introduction": "introduction|einleitung|einführung|introducción|introdução|introduzione"
    "|inleiding|inledning|wstęp|wprowadzenie|úvod|giriş|введение|вступ|引言|前言|绪论|緒論"
    "|はじめに|序論|서론|머리말|motivation|introduction and motivation|background"
    "|introduction and background|introduction and preliminaries|general introduction",
    "references": "references|reference|references and notes|bibliography|references cited"
    "|works cited|literature cited|literature|notes and references|literatur"
    "|literaturverzeichnis|quellen|quellenverzeichnis|références|références bibliographiques"
    "|bibliographie|referencias|referencias bibliográficas|bibliografía|referências"
    "|referências bibliográficas|bibliografia|riferimenti bibliografici|referenties"
    "|literatuur|referenser|piśmiennictwo|literatura|kaynakça|kaynaklar|irodalom|литература"
    "|список литературы|библиография|参考文献|參考文獻|引用文献|참고문헌|endnotes|notes"
    "|selected references|selected bibliography|primary sources|secondary sources",
    "closing": "acknowledgements|acknowledgments|acknowledgement|acknowledgment|conclusion"
    "|conclusions|concluding remarks|discussion|conclusions and future work|future work"
    "|conclusion and future work|discussion and conclusion|discussion and conclusions|appendix"
    "|related work|results|methods|materials and methods|method|data availability|funding"
    "|author contributions|competing interests|conflict of interest|danksagung|fazit|schluss"
    "|ergebnisse|diskussion|methoden|remerciements|résultats|méthodes|agradecimientos"
    "|conclusiones|resultados|métodos|discusión|agradecimentos|conclusão|conclusões"
    "|discussão|ringraziamenti|conclusioni|risultati|dankwoord|conclusie|заключение|выводы"
    "|результаты|благодарности|结论|致谢|結論|謝辞|결론|감사의 글|supplementary material"
    "|limitations|preliminaries|experiments|evaluation|proof|notation|ethics statement",
    "contents": "contents|table of contents|inhalt|inhaltsverzeichnis|table des matières"
    "|sommaire|índice|índice general|indice|inhoudsopgave|innehåll|spis treści|obsah"
    "|içindekiler|содержание|оглавление|目录|目錄|目次|차례|목차|list of figures"
    "|list of tables|abbildungsverzeichnis|tabellenverzeichnis|liste des figures",
    "cv": "education|employment|experience|work experience|professional experience|awards"
    "|honors|honours|honors and awards|awards and honors|publications|selected publications"
    "|teaching|teaching experience|academic positions|academic appointments|appointments"
    "|positions|skills|languages|service|professional service|personal information|grants"
    "|contact|contact info|contact information|research experience|invited talks|talks"
    "|presentations|qualifications|career|academic career|personalia|profile|interests"
    "|research interests|referees|memberships|professional memberships|projects|volunteering"
    "|professional activities|scholarships|fellowships|grants and fellowships|technical skills"
    "|conference presentations|advising|mentoring|students|employment history|personal data"
    "|lebenslauf|ausbildung|berufserfahrung|beruflicher werdegang|kenntnisse|sprachen"
    "|persönliche daten|auszeichnungen|veröffentlichungen|formation|expérience"
    "|expérience professionnelle|expériences professionnelles|compétences|langues"
    "|distinctions|enseignement|formación|formación académica|experiencia|educación"
    "|experiencia profesional|idiomas|datos personales|publicaciones|formação|experiência"
    "|experiência profissional|formação acadêmica|publicações|istruzione|esperienza"
    "|esperienze lavorative|competenze|lingue|pubblicazioni|opleiding|werkervaring|talen"
    "|publicaties|utbildning|erfarenhet|wykształcenie|doświadczenie|образование"
    "|опыт работы|публикации|навыки|教育背景|工作经历|学历|研究经历|学歴|職歴|학력|경력",
    "course": "syllabus|course description|course objectives|course outline|course overview"
    "|course goals|learning objectives|lesson objectives|learning outcomes|prerequisites"
    "|grading|grading policy|grades|textbook|textbooks|required texts|recommended reading"
    "|attendance|office hours|schedule|course schedule|instructor|instructors|assignments"
    "|homework|exams|lectures|course policies|academic integrity|late policy|overview"
    "|topics covered|course content|assessment|evaluation criteria|lernziele|literaturhinweise"
    "|voraussetzungen|kursbeschreibung|plan du cours|objectifs|prérequis|évaluation|programa"
    "|objetivos|bibliografía básica|evaluación|programma|obiettivi|программа курса"
    "|课程大纲|教学大纲|課程|시라버스|강의계획서|review questions|vocabulary|key terms",
    "form": "signature|date|name|first name|last name|address|agenda|minutes|present"
    "|in attendance|adjournment|call to order|invoice|bill to|ship to|total|subtotal|amount"
    "|payment|payment terms|terms and conditions|unterschrift|datum|anschrift|tagesordnung"
    "|protokoll|rechnung|gesamt|betrag|ordre du jour|procès-verbal|présences|facture"
    "|signataire|montant|firma|fecha|factura|orden del día|importe|data|assinatura|fatura"
    "|fattura|verbale|totale|factuur|totaal|handtekening|faktura|podpis|подпись|дата"
    "|счет|протокол|签名|日期|发票|請求書|署名|서명|청구서|receipt|payment receipt|description",
    "manual": "installation|getting started|quick start|safety instructions|safety|warning"
    "|warnings|caution|specifications|technical specifications|features|ordering information"
    "|troubleshooting|maintenance|pin configuration|electrical characteristics|operation"
    "|absolute maximum ratings|user guide|user manual|system requirements|usage|setup"
    "|configuration|warranty|package contents|applications|typical applications|options"
    "|bedienungsanleitung|sicherheitshinweise|technische daten|inbetriebnahme|wartung"
    "|mode d'emploi|consignes de sécurité|caractéristiques techniques|manual de usuario"
    "|especificaciones|instrucciones|manuale d'uso|istruzioni|handleiding|инструкция"
    "|технические характеристики|使用说明|用户手册|取扱説明書|사용설명서",
    "talk": "outline|agenda|overview|thank you|thanks|questions|any questions|roadmap|recap"
    "|motivation|take-home message|takeaways|summary|gliederung|vielen dank|fragen|plan"
    "|merci|questions ?|gracias|preguntas|obrigado|grazie|bedankt|спасибо за внимание"
    "|谢谢|ご清聴ありがとうございました|감사합니다|today|the end",
}  # fmt: skip
HEADINGS: dict[str, frozenset[str]] = {
    name: frozenset(words.split("|")) for name, words in _HEADINGS.items()
}

# -- phrases: anywhere on the first pages ------------------------------------------------------

_PHRASES: dict[str, str] = {
    "thesis": "thesis|dissertation|thèse|mémoire de master|mémoire de maîtrise|tesis doctoral"
    "|tese de doutorado|tese de|dissertação|tesi di laurea|tesi di|proefschrift|masterarbeit"
    "|bachelorarbeit|diplomarbeit|doktorarbeit|inauguraldissertation|habilitation"
    "|habilitationsschrift|avhandling|examensarbete|praca magisterska|praca doktorska"
    "|диссертаци*|дипломная работа|学位论文|博士論文|修士論文|硕士学位|학위논문"
    "|doctor of philosophy|doctor rerum|degree of doctor|degree of master|degree of bachelor"
    "|master of science|master of arts|master of philosophy|bachelor of science"
    "|partial fulfillment|partial fulfilment|ph d thesis|phd thesis|phd dissertation"
    "|external examiner|thesis committee|supervised by|docteur de|erlangung des"
    "|in candidacy for|submitted to the faculty",
    "report": "technical report|tech report|research report|working paper|discussion paper"
    "|white paper|report no|report nr|report number|technical note|technical memorandum"
    "|policy brief|forschungsbericht|technischer bericht|arbeitspapier|rapport de recherche"
    "|rapport technique|document de travail|informe técnico|documento de trabajo"
    "|relatório técnico|rapporto tecnico|deliverable|tr #*|final report|interim report",
    "book": "isbn|chapter #*|kapitel #*|chapitre #*|capítulo #*|capitolo #*|глава #*"
    "|all rights reserved|library of congress|second edition|third edition|first published"
    "|auflage|lesson objectives|learning objectives",
    "cv": "curriculum vitae|curriculum vitæ|lebenslauf|currículo|currículum|życiorys|резюме|简历"
    "|履歴書|이력서|date of birth|birthplace|geburtsdatum|date de naissance"
    "|fecha de nacimiento|assistant professor|associate professor|linkedin com"
    "|references available|h index|google scholar|cell phone",
    "course": "syllabus|office hours|office hour|teaching assistant|teaching assistants"
    "|prerequisite|prerequisites|course description|course objectives|course outline"
    "|course website|course webpage|course staff|midterm|final exam|grading|this course"
    "|lecture notes|lecture note|lecture #*|lectures by|scribed by|scribe|scribes|instructor"
    "|lecturer|in this lecture|last lecture|last class|next lecture"
    "|next class|winter ####|fall ####|spring ####|summer ####|autumn ####|fall semester"
    "|spring semester|semester|ects|vorlesung|sprechstunde|skript|übungen"
    "|wintersemester|sommersemester|notes de cours|apuntes|notas de aula"
    "|horas de tutoría|appunti|лекция|лекции|конспект|讲义|课程|講義|강의|수업"
    "|lesson objectives|students will|weekly schedule",
    "exam": "homework|homework #*|problem set|problem sheet|assignment|assignment #*|exercise #*"
    "|exercise sheet|problem #*|question #*|worksheet|quiz|examination|midterm exam"
    "|due date|due on|due by|pts|# marks|total marks|hand in|turn in|submit your"
    "|your name|your answer|your answers|show your work|gradescope|solutions"
    "|hausaufgabe|hausaufgaben|übungsblatt|aufgabe #*|klausur|punkte|abgabe|exercice #*"
    "|feuille d exercices|ejercicio #*|exercício #*|lista de exercícios"
    "|esercizio #*|compito|opgave #*|tentamen|zadanie #*|задача #*|экзамен"
    "|домашнее задание|作业|试题|考试|宿題|試験|숙제|과제|시험|student id|student number",
    "form": "please fill|please complete|please print|please sign|please tick|please check"
    "|please return|for office use|check one|signature|applicant|undersigned|zip code"
    "|postal code|phone number|invoice|receipt|amount due|vat|iban|bic|purchase order"
    "|bill to|ship to|unit price|subtotal|account no"
    "|account number|order no|order number|minutes of|seconded|adjourned|agenda|quorum"
    "|public comments|pursuant to|hereby|petitioner|plaintiff|defendant|supreme court"
    "|pub l|public law|rechnung|rechnungsnummer|unterschrift|bitte ausfüllen|antrag"
    "|kundennummer|mwst|protokoll|bundesministerium|facture|veuillez|montant|tva"
    "|procès verbal|séance|factura|fatura|assinatura|fattura|partita iva|factuur"
    "|btw|klantnummer|faktura|nip|termin płatności|счет|подпись|ндс|发票|签字|报告期|季度报告"
    "|年度报告|股份有限公司|請求書|청구서|서명|quarterly report|annual report|balance sheet"
    "|fiscal year|effective date|board of education",
    "manual": "user guide|user s guide|users guide|user manual|user s manual|instruction manual"
    "|owner s manual|data sheet|datasheet|quick start|installation guide|reference manual"
    "|press the|click on|click the|select the|warranty|safety instructions|part no"
    "|part number|model no|model number|operating temperature"
    "|supply voltage|specifications|firmware|troubleshooting"
    "|bedienungsanleitung|betriebsanleitung|handbuch|mode d emploi"
    "|guide d utilisation|manual de usuario|guía de|manuale d uso|handleiding"
    "|руководство пользователя|инструкция|手册|说明书|取扱説明書|マニュアル|설명서",
    "flyer": "call for papers|call for participation|call for abstracts|call for proposals"
    "|important dates|submission deadline|submission guidelines|notification of acceptance"
    "|camera ready due|camera ready deadline|program committee|programme committee|keynote"
    "|we invite|are invited|you are invited|you are welcome|welcome to|join us"
    "|special issue|coffee break|contact us|for more information|visit us|visit our"
    "|follow us|newsletter|festival|donate|statement of purpose"
    "|teaching statement|research statement|teaching philosophy|press release|einladung"
    "|tagungsprogramm|anmeldung|appel à communications|appel à contributions"
    "|convocatoria|chamada de trabalhos|inscrições|iscrizione|приглашаем|征稿"
    "|お知らせ|안내|invited speakers|organizers|organisers",
    "venue": "journal|proceedings|proc|conference|symposium|workshop on|transactions on"
    "|annals|quarterly|preprint|submitted to|to appear|accepted for|accepted at"
    "|accepted by|in press|under review|manuscript|zeitschrift|tagungsband|revue|actes|revista"
    "|actas|anais|rivista|atti|tijdschrift|журнал|труды|学报|期刊|論文誌|学会|학회|논문지|arxiv"
    "|biorxiv|doi|issn|vol #*|volume #*|received|accepted|revised|published online"
    "|corresponding author|copyright|licensed under|creative commons",
    "affiliation": "universit*|universid*|institut*|department|dept|faculty|school of|college"
    "|laborator*|centre|center for|center of|academy|fakultät|hochschule|lehrstuhl"
    "|département|école|facult*|departamento|dipartimento|istituto|vakgroep|uniwersytet"
    "|katedra|университет*|институт*|кафедра|факультет|大学|大學|学院|研究所|研究院|대학교"
    "|연구소|hospital|national lab|cnrs|inria|research center|research group",
    "self": "this paper|this article|this study|this work|this essay|this note|this letter"
    "|this chapter|this manuscript|this survey|this review|the present paper|present study"
    "|our paper|our work|our results|our analysis|our approach|our study|we show|we prove"
    "|we present|we propose|we study|we find|we argue|we investigate|we introduce|we describe"
    "|we consider|we develop|we demonstrate|we report|we analyze|we analyse|we examine|we give"
    "|we provide|we use|we discuss|we explore|we establish|we obtain|we derive|we compare"
    "|we extend|i argue|i show|i propose|i examine|i suggest|i contend|i study|i develop"
    "|diese arbeit|dieser arbeit|dieser artikel|diesem artikel|dieser beitrag|dieser aufsatz"
    "|diese studie|wir zeigen|wir untersuchen|cet article|nous montrons|nous proposons"
    "|nous présentons|nous étudions|este artículo|este trabajo|este artigo|este estudio"
    "|este estudo|neste artigo|neste trabalho|questo articolo|questo lavoro|questo studio"
    "|dit artikel|в данной работе|в настоящей работе|в этой работе|в статье|в данной статье"
    "|本文|本研究|本稿|本論文|본 논문|본 연구|this thesis|this dissertation|this report",
}  # fmt: skip
PHRASES: dict[str, tuple[str, ...]] = {
    name: tuple(dict.fromkeys(words.split("|"))) for name, words in _PHRASES.items()
}

# -- words: counted anywhere -------------------------------------------------------------------


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The smallest words of prose; lists, tables and forms have few of them.
SMALL_WORDS = _words(
    "the of and to in is that for with as this are be by on we it an or from at which can not"
    " der die und den von zu das mit sich des auf für ist im nicht ein eine dem als auch"
    " le la et les des en un une du est dans que pour qui au par sur pas ne se"
    " el y los del las con una es al como por no su más"
    " o do da em um para com uma os na no dos"
    " di e il che per non della le si dei sono"
    " van het een dat op te zijn voor niet die aan och att som är på av"
    " w z na do się że jest nie i jak и в не на что с как по это из для к от при"
)
YOU_WORDS = _words(
    "you your yours please sie ihr ihre bitte vous votre vos usted ustedes você vocês uw вы вас"
)
WE_WORDS = _words(
    "we our us wir unser unsere nous notre nos nosotros nuestro nuestra nós nosso nossa noi nostro"
    " wij ons мы наш нас"
)
I_WORDS = _words("i my me ich mein meine je mon ma mes yo mi eu meu minha ik mijn я мой")
