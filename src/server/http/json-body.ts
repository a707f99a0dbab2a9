import { AppError } from './errors.ts'

const MAX_DEPTH = 20

const NOT_JSON = 'O corpo da requisição não é um JSON válido.'
const TOO_DEEP = 'O conteúdo enviado tem níveis demais.'
const REPEATED = 'Campo repetido'
const FORBIDDEN = 'Campo desconhecido'

/**
 * Parses JSON that every parser reads alike: no duplicate keys, no `__proto__`.
 * @throws {AppError} VALIDATION_ERROR, or PAYLOAD_TOO_LARGE beyond twenty levels.
 */
export function parseJson(text: string): unknown {
  const value = parse(text)
  const scopes: Set<string>[] = []
  let literal = ''
  // The text is valid JSON at this point, so only strings and punctuation need scanning.
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      literal = text.slice(at, end + 1)
      at = end
    } else if (char === '{' || char === '[') scopes.push(new Set())
    else if (char === '}' || char === ']') scopes.pop()
    else if (char === ':') addName(scopes.at(-1), literal)
    if (scopes.length > MAX_DEPTH) throw new AppError('PAYLOAD_TOO_LARGE', TOO_DEEP)
  }
  return value
}

/** Index of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('body', NOT_JSON)
  }
}

function addName(names: Set<string> | undefined, literal: string): void {
  const name: string = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1)
  if (name === '__proto__') throw refused(name, FORBIDDEN)
  if (names?.has(name)) throw refused(name, REPEATED)
  names?.add(name)
}

// A computed key: a literal `__proto__` would set the prototype of `details`.
const refused = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

/**
 * Reads the body as {@link parseJson} does; undefined when it is empty. Hono caches the text, so it can be
 * read again.
 * @throws {AppError} VALIDATION_ERROR, also when the body is truncated.
 */
export async function readJson(c: { req: { text(): Promise<string> } }): Promise<unknown> {
  const text = await c.req.text().catch(() => {
    throw refused('body', NOT_JSON)
  })
  return text === '' ? undefined : parseJson(text)
}
