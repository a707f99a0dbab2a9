import { LIMITS } from '#shared/limits.ts'

/** Common words in Brazilian passwords. */
const WORDS = new Set(
  `senha minhasenha senhasenha senhaforte mudar mudarsenha trocar acesso entrar admin administrador usuario teste
  testando brasil brasileiro brasileira saopaulo riodejaneiro bahia ceara recife salvador fortaleza curitiba brasilia
  flamengo mengao corinthians timao vaicorinthians palmeiras verdao santos tricolor saopaulofc gremio internacional
  colorado vasco vascodagama cruzeiro atletico galo botafogo fluminense sport futebol neymar ronaldo ronaldinho pele
  deus jesus cristo jesuscristo deusefiel deuseamor deusnocomando deusnocontrole jesuseomeupastor osenhoremeupastor
  senhor jeova maria nossasenhora aparecida amem aleluia gratidao amor amorzinho meuamor teamo euteamo teamomuito
  amormeu vida minhavida minhafamilia familia filho filha filhos meusfilhos mae pai princesa princesinha gatinha gatinho
  lindinha linda lindo lindona fofinha fofinho bebe bebezinho borboleta estrela estrelinha felicidade feliz saudade
  sucesso vitoria esperanca liberdade paz alegria sonho sonhos coracao chocolate brigadeiro morango cachorro
  cachorrinho gato abacaxi computador internet celular telefone facebook instagram whatsapp youtube netflix google
  dinheiro riqueza milionario milionaria empreendedor empreendedora empresa negocio vendas marketing marketingdigital
  lancamento infoproduto hotmart copywriting mentoria curso trafego elenco
  gabriel rafael rafaela lucas mateus matheus felipe gustavo bruno bruna fernando fernanda eduardo eduarda leonardo
  rodrigo ricardo marcelo daniel daniela carlos joao joaopedro pedro pedrohenrique henrique paulo andre anderson
  juliana camila amanda larissa leticia mariana ana anapaula anajulia anaclara beatriz isabela isabella giovanna
  carolina patricia adriana vanessa aline tatiane simone luciana luana natalia sandra antonio francisco jose luiz
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda domingo
  password passw qwerty qwertyuiop asdfgh asdfghjkl zxcvbnm iloveyou welcome letmein master dragon football`
    .split(/\s+/)
    .filter(Boolean),
)

type Person = { name?: string | undefined; email?: string | undefined }

let listed: Promise<Set<string>> | undefined

/** The bundled list of known passwords, without those below the minimum length. */
async function loadList(): Promise<Set<string>> {
  const { default: all } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  })
  return new Set(all.filter((password) => password.length >= LIMITS.passwordMin))
}

/**
 * Whether a password is easily guessed: in the list, a repetition, or a common word, the user's name or
 * address with digits and signs around it. Case and accents are ignored.
 */
export async function isEasyToGuess(password: string, person: Person = {}): Promise<boolean> {
  const plain = plainOf(password)
  if (/^(.{1,4})\1+$/su.test(plain) || namesOf(person).has(plain)) return true
  const letters = plain.replace(/[^\p{L}]/gu, '')
  // Digits and signs only around the letters, not between them.
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replace(/[\s._-]/g, '')
  if (core === letters && (WORDS.has(core) || namesOf(person).has(core))) return true
  listed ??= loadList()
  return (await listed).has(password.toLowerCase()) || (await listed).has(plain)
}

/** Limit of name parts that are combined. */
const MAX_NAMES = 8

const plainOf = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The user's names and address as parts of passwords. */
function namesOf({ name = '', email = '' }: Person): Set<string> {
  const address = plainOf(email)
  const [mailbox = ''] = address.split('@')
  const words = plainOf(name)
    .split(/[^\p{L}]+/u)
    .slice(0, MAX_NAMES)
  const pairs = words.flatMap((one, index) => words.slice(index + 1).map((other) => one + other))
  const parts = [...words, ...pairs, words.join(''), ...mailbox.split(/[^\p{L}]+/u)]
  return new Set(
    [address, mailbox, mailbox.replace(/[^\p{L}]/gu, ''), ...parts].filter((it) => it.length >= 3),
  )
}
