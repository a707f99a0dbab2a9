const HIDDEN = '•••'
/** What is left of a document or a telephone, to tell two of them apart. */
const TAIL = 2
const TAIL_FROM = 8

/** Fields of which the last signs are left. */
const NUMBERED = /document|cpf|cnpj|passport|taxid|phone|telefone|celular|mobile|whatsapp/
/** Fields whose whole content, objects too, is nobody's to read. */
const PRIVATE =
  /address|endereco|street|postal|zipcode|card|last4|fingerprint|iban|bankaccount|pix|barcode|digitableline|secret|token|password|authorization|signature|cookie|birth|latitude|longitude|(url|pdf|link)$|^(ip|cep|zip|city|number|complement|district|neighborhood)$/
/** A CPF, a CNPJ or a card's number, wherever somebody put it; no part of an id, a time or an amount. */
const DOCUMENT =
  /(?<![\w.,-])(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}|\d{11}|\d{14,16}|\d{4}(?:[ -]\d{4}){3})(?![\w-])/g

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const tailOf = (text: string) => (text.length >= TAIL_FROM ? HIDDEN + text.slice(-TAIL) : HIDDEN)

/** Everything inside it hidden, so that its shape is still there. */
function hidden(value: unknown, hide: (text: string) => string): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((item) => hidden(item, hide))
  if (typeof value !== 'object') return hide(String(value))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner, hide)]))
}

function shown(name: string, value: unknown): unknown {
  const plain = plainName(name)
  if (NUMBERED.test(plain)) return hidden(value, tailOf)
  return PRIVATE.test(plain) ? hidden(value, () => HIDDEN) : maskPayload(value)
}

/**
 * A payload as an administrator may read it: documents, telephones, places, cards, secrets and links that open an invoice
 * are masked, by the names of their fields and wherever a document's number stands in a text. Names, addresses of mail,
 * amounts and the providers' ids stay. Takes what {@link readPayload} read, which is at most twenty levels deep.
 */
export function maskPayload(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(DOCUMENT, tailOf)
  if (typeof value === 'number') {
    const text = String(value)
    return text.search(DOCUMENT) === -1 ? value : tailOf(text)
  }
  if (Array.isArray(value)) return value.map(maskPayload)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(name, inner)]))
}
