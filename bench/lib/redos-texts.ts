import { z } from 'zod'

/** Characters that patterns usually match. */
const COMMON_CHARACTERS = [...'aA0 \n\t/-._@:;,"\'\\[{(<*#%$é\u0000\u200d']

const CLASSES: Record<string, string> = {
  s: ' ',
  d: '1',
  w: 'a',
  S: 'x',
  D: 'x',
  W: '!',
  t: '\t',
  n: '\n',
  r: '\r',
}

/** Literal characters of a pattern. */
function literalCharacters(pattern: string): string[] {
  const escaped = [...pattern.matchAll(/\\(.)/g)].map(([, char = '']) => CLASSES[char] ?? char)
  const plain = [...pattern.replace(/\\./g, '')].filter((char) => !'()[]{}|?*+^$'.includes(char))
  return [...new Set([...escaped, ...plain])]
}

/** Texts of a length that cause backtracking in careless patterns: repetitions with a mismatch at the end. */
export function* hostileTexts(length: number, pattern = ''): Generator<string> {
  const spoken = literalCharacters(pattern).slice(0, 14)
  for (const char of new Set([...COMMON_CHARACTERS, ...spoken])) {
    yield char.repeat(length / char.length)
    yield `${char.repeat(length / char.length - 1)}\u0001`
  }
  for (const first of spoken) {
    for (const second of spoken) {
      if (first === second) continue
      yield (first + second).repeat(length / 2)
      yield first.repeat(length / 2) + second.repeat(length / 2)
    }
  }
  for (const piece of [
    'a@',
    'a.',
    'a-',
    'https://a.',
    '%20',
    '👩‍👩‍👧',
    'e\u0301',
    '\r\n',
    '\\"',
    '\ud800',
    '<a>',
    '**',
  ]) {
    yield piece.repeat(length / piece.length)
    yield `a@${piece.repeat(length / piece.length)}`
    yield `https://${piece.repeat(length / piece.length)}`
  }
}

/** Ordinary words of this total length. */
export const harmlessText = (length: number) =>
  'Quero vender mais cursos, com calma e clareza. '.repeat(length / 40).slice(0, length)

export type Field = { name: string; schema: z.ZodType; put(text: string): unknown }

type Json = {
  type?: string
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
  prefixItems?: Json[]
}

/** The ways to insert a text into a value of a schema. */
function placesOf(json: Json, path: string): { path: string; put(text: string): unknown }[] {
  if (json.type === 'string') return [{ path, put: (text) => text }]
  const inner = [...(json.anyOf ?? [])].flatMap((it) => placesOf(it, path))
  const items = json.items ? placesOf(json.items, `${path}[]`) : []
  const fields = Object.entries(json.properties ?? {}).flatMap(([name, it]) =>
    placesOf(it, `${path}.${name}`).map(({ path, put }) => ({
      path,
      put: (text: string) => ({ [name]: put(text) }),
    })),
  )
  return [
    ...inner,
    ...items.map(({ path, put }) => ({ path, put: (text: string) => [put(text)] })),
    ...fields,
  ]
}

/** Every string field of a schema. */
export function fieldsOf(name: string, schema: z.ZodType): Field[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return placesOf(json, name).map(({ path, put }) => ({ name: path, schema, put }))
}
