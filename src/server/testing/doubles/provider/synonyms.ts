/** Stems of Portuguese words that the double takes for one concept; each line is one. */
const CONCEPTS = `
reembols devolu devolv estorn ressarc garanti
preco valor cust quant investiment pag mensalidad
parcel prestac vez divid
praz dia temp demor durac
cancel desist encerr interromp
alun estudant particip inscrit matricul
aul encontr lic modul vide
professor mentor instrutor tutor
inici comec abertur arranc
fim termin encerrament acab
certific diplom comprov
suport ajud atend duvid contat
acess entr login senh
email correi mensag
celul telefon whatsapp aplicativ
grup comunidad turm clube
comida aliment refeic receit prat
sal temper condiment
peso emagrec gord quil
sono dorm descans noit
exercici trein ativid ginast
dor lesao machuc
crianc filh beb menin
cachorr cao animal pet
viag pass turism
carro veicul automov
trabalh empreg profiss ofici carreir
empres negoci firm companh
client comprad consumid freguer
vend comerci oferec
divulg anunci propag public market
dinheir renda ganh lucr fatur receb
despes gast desemb
impost tribut tax
contrat acord term
livr ebook apostil materi
imag fot retrat
som audi voz
luz ilumin lampad
computad notebook maquin
erro falh problem defeit
entreg envi despach frete
troc substitu
descont promoc abat cupom
med tamanh dimens
cor tonal pint
agu liquid hidrat
plant jardim folh semente
costur tecid roup
madeir marcen movel
escrev redac text
ler leitur
medo insegur ansied
motiv animo vontad
rapid veloz pressa
segur proteg cuidad
limp higien lav
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
    'mais menos muito muita todo toda todos todas isso isto esse essa este esta aquele aquela ao aos cada so tambem'
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
