import type { AssetDraft } from '#shared/contract/asset-drafts.ts'
import { cleanDraft, type DraftKind, normalizeLabel } from './asset-draft-values.ts'

/** Common labels for the form fields, without accents; the first match counts. */
const LABELS: Record<DraftKind, Record<string, string[]>> = {
  product: {
    name: ['nome do produto', 'nome', 'produto', 'titulo'],
    type: ['tipo', 'tipo de produto', 'formato'],
    transformation: ['transformacao', 'promessa', 'resultado'],
    mainPersona: ['persona principal', 'persona', 'publico-alvo', 'publico', 'para quem e', 'para quem'],
    anchorPrice: ['preco ancorado', 'preco cheio', 'preco original', 'de'],
    practicePrice: ['preco praticado', 'preco a vista', 'preco', 'investimento', 'por'],
    maxInstallments: ['parcelamento', 'parcelas', 'numero de parcelas'],
    installmentValue: ['valor da parcela', 'parcela', 'parcelamento', 'parcelas'],
    contentDetails: ['conteudo', 'modulos', 'programa', 'o que tem dentro', 'o que esta incluso'],
    additionalDeliverables: ['entregaveis adicionais', 'entregaveis', 'bonus'],
  },
  brand: {
    name: ['nome da marca', 'nome', 'marca'],
    description: ['descricao', 'sobre a marca', 'sobre'],
    audience: ['publico-alvo', 'publico', 'audiencia', 'para quem'],
    toneOfVoice: ['tom de voz', 'tom', 'voz'],
    differentiators: ['diferenciais', 'diferencial'],
    website: ['site', 'website', 'pagina'],
    instagram: ['instagram'],
  },
  offer: {
    name: ['nome da oferta', 'nome', 'titulo'],
    bigIdea: ['big idea', 'grande ideia', 'ideia central'],
    mechanism: ['mecanismo unico', 'mecanismo', 'metodo'],
    offer: ['oferta', 'a oferta', 'o que esta incluso', 'condicoes'],
  },
}

/** Maximum length of a label, in UTF-16 code units. */
const LABEL_MAX = 60

/**
 * Fills a form draft from headings and labels of a text, without a model. The first heading becomes the name
 * when no label has it.
 */
export function draftByRules(kind: DraftKind, text: string): AssetDraft {
  const { values, title } = readLabels(text)
  const given = Object.entries(LABELS[kind]).map(([field, labels]) => {
    const label = labels.find((one) => values.has(one))
    return [field, label ? values.get(label) : field === 'name' ? title : '']
  })
  return cleanDraft(kind, Object.fromEntries(given))
}

/** The first value of each label, and the first heading. */
function readLabels(text: string): { values: Map<string, string>; title: string } {
  const values = new Map<string, string>()
  let title = ''
  let heading: { label: string; lines: string[] } | undefined
  const keep = (label: string, value: string) => {
    if (value.trim() !== '' && !values.has(label)) values.set(label, value)
  }
  const close = () => heading && keep(heading.label, heading.lines.join('\n').trim())
  for (const line of text.split('\n')) {
    const top = headingOf(line)
    if (top !== undefined) {
      close()
      title ||= top
      heading = { label: normalizeLabel(top), lines: [] }
      continue
    }
    const [label, value] = labelOf(line)
    if (label) keep(label, value)
    heading?.lines.push(plain(line))
  }
  close()
  return { values, title }
}

/** A line without inline Markdown; list markers stay. */
const plain = (line: string): string => line.replace(/\*\*|__|`/g, '').trimEnd()

function headingOf(line: string): string | undefined {
  if (!/^#{1,6} /.test(line)) return undefined
  return plain(line.slice(line.indexOf(' ')))
    .trim()
    .replace(/:$/, '')
}

/** `- **Label:** value`, or the first two cells of a table row. */
function labelOf(line: string): [label: string, value: string] {
  const text = plain(line).trim()
  if (text.startsWith('|')) {
    const [, label = '', value = ''] = text.split('|')
    return [normalizeLabel(label), value.trim()]
  }
  const colon = text.indexOf(':')
  if (colon < 1 || colon > LABEL_MAX) return ['', '']
  return [normalizeLabel(text.slice(0, colon).replace(/^[-*+>\d.) ]+/, '')), text.slice(colon + 1).trim()]
}
