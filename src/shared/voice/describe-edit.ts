import type { EditKind } from './edits.ts'

/** What the user did, and the line that the voice would gain. */
const TEXTS: Record<Exclude<EditKind, 'word'>, { done: string; line: string }> = {
  emoji: { done: 'tirou os emojis', line: 'Quase não usa emojis.' },
  exclamations: { done: 'tirou pontos de exclamação', line: 'Quase não usa pontos de exclamação.' },
  questions: { done: 'tirou perguntas', line: 'Faz poucas perguntas a quem lê.' },
  formal: { done: 'tirou palavras formais', line: 'Evita palavras formais, como “portanto” e “ademais”.' },
  informal: { done: 'tirou palavras de conversa', line: 'Evita palavras de conversa, como “pra” e “tá”.' },
  voce: { done: 'trocou o tratamento por “você”', line: 'Trata quem lê por “você”.' },
  tu: { done: 'trocou o tratamento por “tu”', line: 'Trata quem lê por “tu”.' },
  gente: { done: 'trocou o tratamento por “a gente”', line: 'Fala em “a gente”.' },
  shorter: { done: 'encurtou as frases', line: 'Escreve frases curtas.' },
}

type Edit = { kind: EditKind; word: string }

/** The change as a part of a sentence: "tirou os emojis". */
export const editText = ({ kind, word }: Edit): string =>
  kind === 'word' ? `tirou a palavra “${word}”` : TEXTS[kind].done

/** The proposed line of the voice, or its forbidden word. */
export const ruleText = ({ kind, word }: Edit): string => (kind === 'word' ? word : TEXTS[kind].line)
