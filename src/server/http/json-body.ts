import { AppError } from './errors.ts'

const MAX_DEPTH = 20

const NOT_JSON = 'O corpo da requisição não é um JSON válido.'
const TOO_DEEP = 'O conteúdo enviado tem níveis demais.'
const REPEATED = 'Campo repetido'
const FORBIDDEN = 'Campo desconhecido'

/**
 * Reads JSON that means the same to everybody: no name twice in one object, none that could reach a prototype.
 * @throws {AppError} VALIDATION_ERROR, or PAYLOAD_TOO_LARGE beyond twenty levels.
 */
export function parseJson(text: string): unknown {
  const value = parse(text)
  const scopes: Set<string>[] = []
  let literal = ''
  // The text is known to be JSON by now, so that strings and punctuation are all there is to look for.
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

/** Where the string that begins at `start` has its closing quote. */
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

// A computed name, since a literal `__proto__` would set the prototype of `details` instead.
const refused = (field: string, text: string) =>
  new AppError('VALIDATION_ERROR', text, { details: { [field]: text } })

/**
 * Reads the body, once, as {@link parseJson} does; undefined when there is none. It can be read again afterwards.
 * @throws {AppError} also when the body never arrives whole.
 */
export async function readJson(c: { req: { text(): Promise<string> } }): Promise<unknown> {
  const text = await c.req.text().catch(() => {
    throw refused('body', NOT_JSON)
  })
  return text === '' ? undefined : parseJson(text)
}
