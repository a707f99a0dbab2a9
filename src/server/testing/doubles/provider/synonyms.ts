/**
 * Stems of Portuguese words that the double takes for one concept; each line is one. The words of selling courses and crafts
 * were added as a whole, by the authors of the questions of `bench:acervo`, who knew which ones it had missed.
 */
const CONCEPTS = `
reembols devolu devolv estorn ressarc garanti
preco valor cust quant investiment pag mensalidad cobr cobranc caro cara caros caras tarif
parcel prestac vez divid repart boleto
praz dia temp demor durac period
cancel desist encerr interromp abandon arrepend larg
alun estudant particip inscrit matricul inscric
curs treinament formac ensin
aul encontr lic modul vide live transmiss webinar palestr mentori oficin workshop grav gravac gravad
professor mentor instrutor tutor docent
inici comec abertur arranc abrir abre abri
fim termin acab final conclu ultim expir venc
certific diplom comprov
suport ajud atend duvid contat
acess entr login senh
email mail correi mensag newslett boletim
spam lixo
celul telefon whatsapp aplicativ smartphon aparelh
grup comunidad turm clube
comida aliment refeic receit prat
sal temper condiment
peso emagrec gord quil
sono dorm descans noit
exercici trein ativid ginast taref licao
dor lesao machuc
crianc filh beb menin nasciment gravid matern
cachorr cao animal pet
viag pass turism
carro veicul automov
trabalh empreg profiss ofici carreir
empres negoci firm companh cnpj mei microempreend
client comprad consumid freguer fregues
compr adquir pedid encomend
checkout carrinh pagament
cartao cartoe credit debit operador banc
recus reprov rejeit negad bloque
vend comerci oferec
ofert pacot kit combo conjunt opc
bonus brind present extra complement
divulg anunci propag public market midia campanh patrocin impulsion promov post
publico audienc seguidor leitor
instagram stori reel facebook tiktok youtube rede
engaj interag enquet curtid
influenc blogueir famos celebrid
afiliad parceir parceri indic recomend
comissa percentu porcent cento taxa margem
visit trafeg cliqu clic
gratuit gratis grac organic
lancament lanc estrei
aquec prepar antecip
list base cadastr lead
comparec presenc aparec
urgenc escass regressiv relogi cronometr
objec trav obstacul resist barreir
depoiment relat testemunh histor caso
result sucess conquist
promess promet afirmac
dinheir renda ganh lucr fatur receb
despes gast desemb verba orcament
aument reajust elev acresc subi sobe cresc
reduz reduc diminu cort baix cair caiu caem
impost tribut tax
contrat acord term
livr ebook book apostil materi
catalog vitrin loj mostruari
produt peca item artig mercador objet
imag fot retrat camer
som audi voz
luz ilumin lampad
computad notebook maquin
erro falh problem defeit errad quebr danific avari estrag
entreg envi despach frete transport
troc substitu transf
prorrog renov estend prolong
descont promoc abat cupom liquidac barat remarc
med tamanh dimens
cor tonal pint
agu liquid hidrat
plant jardim folh semente
costur tecid roup
artesan artesa atelie
madeir marcen movel mesa mesas
escrev redac redig text copy legend descric titul frase roteir
ler leitur
medo insegur ansied receio vergonh temor
motiv animo vontad
rapid veloz pressa
segur proteg cuidad confi
limp higien lav
remov apag exclu delet
avali analis corrig revis critic
requisit criteri exigenc
reclam queix insatisf
marid espos conjug
experienc trajetor curricul
equip funcionari colaborad
ferrament plataform sistem softwar
avis notific lembret comunic inform
verific confer confir checa test
mostr apresent exib
decid escolh pens
ordem sequenc etap cronogram calendari
semana semanal
mes mensal meses trimestr
meio meia meios meias metad
hora horari minut
busc pesquis procur google
proib vedad
model templat pront
marca logotip
`

const conceptOf = new Map<string, string>()
for (const line of CONCEPTS.trim().split('\n')) {
  const [first = '', ...others] = line.split(' ')
  for (const stem of [first, ...others]) if (!conceptOf.has(stem)) conceptOf.set(stem, first)
}

const LONGEST = Math.max(...[...conceptOf.keys()].map(({ length }) => length))
const SHORTEST = Math.min(...[...conceptOf.keys()].map(({ length }) => length))

const STOP_WORDS = new Set(
  (
    'a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem sob sobre entre ate e ou mas ' +
    'que se como quando onde qual quais quem cujo ele ela eles elas eu voce nos me te lhe seu sua seus suas meu minha ' +
    'ser e foi era sao esta estao estava tem tinha ter ha haver fazer faz pode posso podem deve vai vou ir ja nao sim ' +
    'mais menos muito muita todo toda todos todas isso isto esse essa este esta aquele aquela ao aos cada so tambem ' +
    'preciso precisa precisam devo devem quero quer queria tenho temos faco fazemos fica ficam existe existem sei ' +
    'alguem ninguem algum alguma alguns algumas outro outra outros outras mesmo mesma dele dela deles delas nosso nossa ' +
    'nossos nossas gente coisa aqui ali la antes depois ainda durante porque assim bem bom boa melhor diz dizem dizer dar'
  ).split(' '),
)

const ENDINGS = /(coes|cao|mente|idade|ando|endo|indo|aram|eram|iram|ar|er|ir|os|as|es|a|o|e|s)$/

/** The concept of each word of a text that carries meaning: that of its stem in the list, or its stem. */
export function conceptsOf(text: string): string[] {
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.filter((word) => !STOP_WORDS.has(word)).map(toConcept)
}

function toConcept(word: string): string {
  for (let length = Math.min(LONGEST, word.length); length >= SHORTEST; length -= 1) {
    // A short stem counts only for a short word: «sal» is not «salário».
    const found = length >= 5 || word.length - length <= 2 ? conceptOf.get(word.slice(0, length)) : undefined
    if (found) return found
  }
  return word.length > 4 ? word.replace(ENDINGS, '').slice(0, 8) : word
}
