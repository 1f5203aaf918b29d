"""Words that no keyphrase begins, ends or is made of: the small words of eight languages, and
what every paper says of itself. Written for this purpose."""

from __future__ import annotations

from sheaf.curate.text.language_words import by_language

SMALL_WORDS = """
en: a about above across after again against all almost along already also although always am
 among an and another any are around as at away back be became because become been before behind
 being below between both but by can cannot could did do does doing done down due during each
 either else enough etc even ever every few first for from further had has have having he hence
 her here herself high him himself his how however i if in instead into is it its itself just last
 later least less let like likely made mainly make many may maybe me might mine more most mostly
 much must my namely near need neither never no nor not nothing now of off often on once one only
 onto or other others otherwise our out over own per perhaps quite rather really regarding
 respectively same second see seem several shall she should since so some something still such
 take than that the their theirs them themselves then there thereby therefore these they thing
 third this those though three through throughout thus to together too toward towards two under
 unless until up upon us use used uses using usually various very via was we well were what
 whatever when where whereas whether which while who whom whose why will with within without would
 yet you your e.g i.e et al vs
de: aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bereits
 bis bzw da dabei dadurch daher damit dann daran darauf daraus darf das dass dazu dem den denen
 denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort durch ein eine
 einem einen einer eines er es etwa etwas für gegen gibt hat haben hier hinter ich ihr ihre ihrem
 ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jedoch kann kein keine keinen
 können man mehr mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine
 seinen seiner seit sich sie sind so sobald sodass sollte sollten sondern soweit sowie sowohl über
 um und uns unser unter viel viele vom von vor war waren warum was weil weiter welche welchen
 welcher wenn wer werden wie wieder wird wir wo wobei worden wurde wurden zu zum zur zwar zwischen
 z.b
fr: à afin ai ainsi alors après assez au aucun aucune aujourd aussi autre autres aux avaient avait
 avant avec avoir beaucoup bien c ça car ce ceci cela celle celles celui ces cet cette ceux chaque
 chez comme comment contre d dans de depuis des deux doit donc dont du elle elles en encore entre
 est et étaient était été être eu fait faut fois font grâce hors ici il ils j je jusqu l la
 laquelle le lequel les leur leurs lors lorsque m mais même mêmes moins n ne ni non nos notre nous
 on ont or ou où par parce parmi pas pendant peu peut peuvent plus plusieurs pour pourquoi puis qu
 quand que quel quelle quelles quels qui s sa sans se selon ses si sont sous souvent sur t tandis
 tel telle telles tels toujours tous tout toute toutes très un une vers via voici vous y
es: a además al algo alguna algunas alguno algunos ante antes aquel aquella aquellos así aún
 aunque bajo bien cada casi como con contra cual cuales cuando cuyo de del desde donde dos durante
 e el él ella ellas ellos en entre era es esa esas ese eso esos esta está están estas este esto
 estos fue fueron ha había han hasta hay la las le les lo los más me mediante mi mientras muy ni
 no nos nosotros o otra otras otro otros para pero poco por porque pues que qué se según ser si sí
 siempre sin sino sobre son su sus también tan tanto te tiene todo toda todas todos tras tu un una
 unas uno unos y ya
it: a ad agli ai al alcuni alcuna alla alle allo anche ancora attraverso c che chi ci ciò coi col
 come con contro cui d da dagli dai dal dalla dalle dallo degli dei del della delle dello dentro
 di dopo dove dunque e ed è era erano essere fra già gli ha hanno i il in inoltre io l la le lei
 li lo loro lui ma mentre mi molto ne né negli nei nel nella nelle nello noi non o ogni oppure per
 perché però più poi può qual quale quali quando quanto quella quelle quelli quello questa queste
 questi questo qui se secondo sei senza si sia siamo sono sopra stata stati stato su sua sue sugli
 sui sul sulla sulle suo suoi tale tali tra tutta tutte tutti tutto un una uno verso vi
pt: a à ainda além algum alguma algumas alguns ante antes ao aos após aquela aquele as às assim
 até cada com como contra cujo da das de dela dele deles depois desde dessa desse desta deste do
 dos durante e é ela elas ele eles em entre era essa essas esse esses esta está estão estas este
 estes eu foi foram há isso isto já lhe mais mas me mediante mesmo muito na nas não nem no nos
 nossa nosso num numa o onde os ou outra outras outro outros para pela pelas pelo pelos pode por
 porque pois quais qual quando que quem são se seja sem ser seu seus si sob sobre sua suas também
 tanto tem têm toda todas todo todos um uma umas uns você
nl: aan al alle als altijd andere ben bij binnen boven daar daarom dan dat de deze die dit doch
 doen door dus echter een eens elk elke en er ertoe geen had hebben heb heeft hem het hier hij hoe
 hun ik in indien is ja je kan kon kunnen maar me meer men met mijn moet moeten na naar nadat niet
 niets nog nu of om omdat onder ons ook op over reeds sinds te tegen tijdens toch toen tot tussen
 uit uw van vaak vanaf veel via voor want waren was wat we weer wel welke werd werden wie wij
 wordt worden zal ze zeer zich zij zijn zo zoals zonder zou zouden
ru: а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для
 до его ее её если есть ещё же за здесь и из или им их к как ко когда которая которого которое
 которые который кто ли между меня мне может мы на над надо нас не него нее ней нет ни них но ну о
 об однако он она они оно от по под при про с со так также такой там тем то того тоже только том
 ты у уже чем что чтобы эта эти это этого этой этом этот я
"""
# What a paper says of itself, whatever it is about.
OF_EVERY_PAPER = """
abstract acknowledgements addition advantage aim aims analyse analysed analyses analyze analyzed
appendix apply applied approach approaches article articles aspect aspects assume assumed author
authors available based better best briefly call called case cases certain chapter choice chosen
common compare compared comparison conclude concluded conclusion conclusions condition conditions
conference consequence consider considered considering consist consists contain contains
contribution contributions copyright corresponding current currently data date define defined
demonstrate demonstrated demonstrates denote denoted depend depends derive derived describe
described describes detail details determine determined develop developed difference differences
different difficult discuss discussed discussion doi effect effects email equal equation equations
especially establish established estimate estimated evaluate evaluated example examples exist
existing exists expected experiment experimental experiments explain explained fact fig figs
figure figures find finding findings finally focus follow followed following follows form forms
found future general generally get give given gives giving go goal good great group groups help
holds idea illustrate illustrated important importance improve improved include included includes
including increase increased increasing indeed indicate indicated indicates information instance
interest interesting introduce introduced introduces introduction investigate investigated involve
involved issue issues journal key keyword keywords kind know known large larger latter lead leads
left level levels literature long look low lower main major manner materials mean means measure
measured method methods moreover multiple name natural new non note noted novel number numbers
objective observe observed obtain obtained obtains order paper papers part particular particularly
parts performed possible potential practical practice present presented presents previous
previously prior problem problems proceedings process produce produced proof property properties
propose proposed proposes prove proved provide provided provides providing publication
publications published purpose question questions reason recent recently refer reference
references related relative relatively remain remains report reported represent represented
require required requires research respect result resulting results reveal revealed review right
role sample samples say section sections select selected set sets show showed showing shown shows
significant significantly similar similarly simple simply single situation small solution
solutions solve solved special specific specifically state states step steps studied studies study
subject sufficient suggest suggested suggests suitable summary support table tables technique
techniques term terms test tested tests text theorem theory time times topic total true try type
types typical typically understand understanding university unlike usual value values variety vol
volume want way ways whole work works world write written year years yield yields zero
"""

# Of these, what may end a longer phrase: big data, string theory, travelling salesman problem.
HEADS = """
comparison conditions conference contributions data effect effects equation equations estimate
experiment experiments information level levels literature materials measure measures method
methods problem problems process property properties research review role sample samples solution
state states study support table test tests text theorem theory time type types value values work
world
"""

BY_LANGUAGE = by_language(SMALL_WORDS)
GENERAL = frozenset(OF_EVERY_PAPER.split())
MAY_END = frozenset(HEADS.split())


def small_words(language: str | None) -> frozenset[str]:
    """Of the language, with the English ones: papers in any language have an English abstract.
    An unknown language gets them all."""
    own = BY_LANGUAGE.get((language or "")[:2].lower())
    if own is None:
        return frozenset().union(*BY_LANGUAGE.values())
    return own | BY_LANGUAGE["en"]
