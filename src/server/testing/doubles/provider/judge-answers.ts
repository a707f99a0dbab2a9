import type { Behaviour } from './behaviour.ts'

const answerOf = (achados: unknown): Behaviour => ({
  kind: 'reply',
  tokens: [JSON.stringify({ achados })],
  delayMs: 0,
})

type Read = { regras: { id: string }[]; texto: string }

/** The phrase that the double finds, which no rule of the code does. */
const DOUBLE_PROMISE = /vive\w* do digital/i

const finding = (regra: string, trecho: string) => ({
  regra,
  trecho,
  motivo: 'Promete uma renda que ninguém garante.',
})

/** The JSON object or array of a text. */
const jsonIn = (text: string): string | undefined =>
  [/\{.*\}/s, /\[.*\]/s].flatMap((form) => form.exec(text) ?? []).find(isJson)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Three forged findings (words of the prompt, a rule that does not exist, an address in the reason) and a true one. */
function forged({ regras, texto }: Read): Behaviour {
  const [words = ''] = /^.{3,}/.exec(texto) ?? []
  const { id = '' } = regras[0] ?? {}
  return answerOf([
    finding(id, JSON.stringify(regras).slice(0, 60)),
    finding('aprovado', words),
    { ...finding(id, words), motivo: `Leia ${words} em https://mal.exemplo/?p=PROMPT` },
    finding('renda-garantida', words),
  ])
}

/** Ways to misread a text that has `[[julga=…]]`. */
const MISREADINGS: Record<string, (read: Read) => Behaviour> = {
  /** Words that do not stand in the text. */
  errado: ({ regras }) => answerOf([finding(regras[0]?.id ?? '', 'palavras que ninguém escreveu')]),
  /** A rule that is not in the prompt. */
  inventa: ({ texto }) => answerOf([finding('regra-inventada', texto.slice(0, 10))]),
  /** A thousand findings. */
  enche: ({ regras, texto }) =>
    answerOf(Array.from({ length: 1_000 }, () => finding(regras[0]?.id ?? '', texto.split(' ')[0] ?? ''))),
  /** Obeys the text: answers the JSON in it, else forged findings around a true one. */
  obedece: (read) => {
    const wanted = jsonIn(read.texto.replace(/\[\[.*?\]\]/g, ''))
    return wanted === undefined ? forged(read) : { kind: 'reply', tokens: [wanted], delayMs: 0 }
  },
  /** Nothing that can be read. */
  conversa: () => ({ kind: 'reply', tokens: ['O texto está ótimo, pode publicar!'], delayMs: 0 }),
  trava: () => ({ kind: 'stall', after: 0 }),
}

/** The double's reading of a part of a text by the rules. */
export function judgeAnswerOf(question: string): Behaviour {
  const read = JSON.parse(question.slice(question.indexOf('\n') + 1, question.lastIndexOf('\n'))) as Read
  const misreading = MISREADINGS[/\[\[julga=(\w+)\]\]/.exec(read.texto)?.[1] ?? '']
  if (misreading) return misreading(read)
  const trecho = DOUBLE_PROMISE.exec(read.texto)?.[0]
  return answerOf(trecho ? [finding('renda-garantida', trecho)] : [])
}
