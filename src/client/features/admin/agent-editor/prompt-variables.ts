export const PROMPT_VARIABLES = [
  { name: 'nome_do_criador', text: 'o nome de quem conversa' },
  { name: 'data_de_hoje', text: 'o dia, por extenso' },
] as const

const WRITTEN = /\{\{\s*(\w+)\s*\}\}/g

export function unknownVariables(prompt: string): string[] {
  const names = [...prompt.matchAll(WRITTEN)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !PROMPT_VARIABLES.some((known) => known.name === name))
}

export const SUGGESTION_VARIABLES = [
  'produto',
  'público',
  'transformação',
  'preço',
  'conteúdo',
  'oferta',
  'big idea',
  'mecanismo',
  'marca',
  'tom de voz',
] as const
