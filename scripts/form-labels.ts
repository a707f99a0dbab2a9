import { parseSync, Visitor } from 'vite'

export interface FormLabel {
  /** The form's name of the field; undefined where it is not beside the label. */
  field: string | undefined
  label: string
}

const OPTIONAL = ' (opcional)'

/** The labels and headings of a form's source, and of its tables of labels, with the fields that they name. */
export function readFormLabels(fileName: string, code: string): FormLabel[] {
  const labels: FormLabel[] = []
  new Visitor({
    Property({ key, value }) {
      if (key.type !== 'Identifier' || value.type !== 'Literal' || typeof value.value !== 'string') return
      if (/^\p{Lu}/u.test(value.value)) labels.push({ field: key.name, label: value.value })
    },
    JSXOpeningElement({ attributes, start, end }) {
      const texts = new Map<string, string>()
      for (const it of attributes) {
        if (it.type !== 'JSXAttribute' || it.value?.type !== 'Literal') continue
        if (it.name.type === 'JSXIdentifier') texts.set(it.name.name, String(it.value.value))
      }
      const label = texts.get('label') ?? texts.get('title')
      if (label === undefined) return
      const spread = /\{\.\.\.[\w.()]*\('(\w+)'\)\}|getInputProps\('(\w+)'\)/.exec(code.slice(start, end))
      const field = texts.get('path') ?? spread?.[1] ?? spread?.[2] ?? texts.get('name')
      labels.push({ field, label: label.replace(OPTIONAL, '') })
    },
  }).visit(parseSync(fileName, code).program)
  return labels
}
