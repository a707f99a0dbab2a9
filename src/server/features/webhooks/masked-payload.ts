const HIDDEN = '•••'
/** Trailing characters of a document or telephone that stay visible, to tell two apart. */
const TAIL = 2
const TAIL_FROM = 8

/** Fields that keep their last characters. */
const NUMBERED = /document|cpf|cnpj|passport|taxid|phone|telefone|celular|mobile|whatsapp/
/** Fields masked completely, including nested objects. */
const PRIVATE =
  /address|endereco|street|postal|zipcode|card|last4|fingerprint|iban|bankaccount|pix|barcode|digitableline|secret|token|password|authorization|signature|cookie|birth|latitude|longitude|(url|pdf|link)$|^(ip|cep|zip|city|number|complement|district|neighborhood)$/
/** A CPF, CNPJ or card number in any text, but not as part of an id, time or amount. */
const DOCUMENT =
  /(?<![\w.,-])(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}|\d{11}|\d{14,16}|\d{4}(?:[ -]\d{4}){3})(?![\w-])/g

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const tailOf = (text: string) => (text.length >= TAIL_FROM ? HIDDEN + text.slice(-TAIL) : HIDDEN)

/** Masks all contained values, and keeps the structure. */
function maskAll(value: unknown, hide: (text: string) => string): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((item) => maskAll(item, hide))
  if (typeof value !== 'object') return hide(String(value))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskAll(inner, hide)]))
}

function maskField(name: string, value: unknown): unknown {
  const plain = plainName(name)
  if (NUMBERED.test(plain)) return maskAll(value, tailOf)
  return PRIVATE.test(plain) ? maskAll(value, () => HIDDEN) : maskPayload(value)
}

/**
 * A payload for administrators: documents, telephones, addresses, cards, secrets and invoice links are
 * masked, by field name and by pattern in any text. Names, emails, amounts and provider ids stay. Expects the
 * result of {@link readPayload}, which is at most twenty levels deep.
 */
export function maskPayload(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(DOCUMENT, tailOf)
  if (typeof value === 'number') {
    const text = String(value)
    return text.search(DOCUMENT) === -1 ? value : tailOf(text)
  }
  if (Array.isArray(value)) return value.map(maskPayload)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskField(name, inner)]))
}
