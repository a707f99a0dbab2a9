/** Subjects, levels and names from which the generated sources are made. */
export const SUBJECTS = (
  'tricô crochê macramê bordado cerâmica aquarela gravura encadernação caligrafia marcenaria serigrafia fotografia ' +
  'panificação confeitaria queijaria apicultura compostagem hidroponia jardinagem astronomia xadrez violão cavaquinho ' +
  'percussão canto dublagem roteiro oratória contabilidade inventário logística genealogia meteorologia ornitologia ' +
  'primeiros-socorros costura alfaiataria sapataria joalheria vitral'
).split(' ')
export const LEVELS = ['inicial', 'básico', 'intermediário', 'avançado', 'profissional', 'docente']
const FIRST = 'Ipê Maré Cobalto Girassol Farol Pitanga Bússola Lavanda Granito Sabiá Vereda Cerrado'.split(
  ' ',
)
const SECOND = 'Azul Norte Serena Dourada Antiga Nova Leste Clara Alta Brava Mansa Verde Rara Firme'.split(
  ' ',
)
export const CLASSES = FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`))
export const PEOPLE =
  'Iara Caetano Dandara Otávio Jacira Benedito Luzia Raul Celina Inácio Noêmia Tadeu'.split(' ')
export const CITIES =
  'Olinda Paraty Goiás Tiradentes Cachoeira Lençóis Morretes Bragança Penedo Diamantina Cunha'.split(' ')
export const TOOLS =
  'agulha goiva prensa espátula torno compasso lupa diapasão peneira bisturi esquadro trena pinça'.split(' ')

/** The item at a place, going round. */
export const at = (items: readonly string[], place: number): string => items[place % items.length] ?? ''

const FILLER = [
  'A turma começa com uma conversa curta, em que cada pessoa conta o que já sabe e o que espera levar para casa.',
  'Depois vem a demonstração, feita devagar e vista de dois ângulos, para que ninguém perca o movimento das mãos.',
  'As dúvidas são anotadas no quadro e respondidas antes da pausa, porque muitas delas são as mesmas.',
  'A segunda parte é de prática: todos repetem o gesto com o próprio material e comparam os resultados.',
  'Quem termina antes ajuda a pessoa ao lado, e assim o grupo inteiro chega junto ao final.',
  'No fim, uma lista de tarefas pequenas orienta a semana, e a seguinte começa pela correção delas.',
  'O material usado fica guardado no armário da sala, com o nome de cada participante na etiqueta.',
  'Há sempre um exemplo pronto na mesa, que pode ser tocado, medido e desenhado no caderno.',
]

/** Sentences without a fact, which make a text as long as a passage. */
export const filler = (place: number, sentences: number): string =>
  Array.from({ length: sentences }, (_, index) => at(FILLER, place * 3 + index)).join(' ')
