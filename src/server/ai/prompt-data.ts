/** One piece of a creator's business, as typed fields. Labels are ours, values are theirs. */
export type MemoryBlock = {
  kind: 'onboarding' | 'product' | 'brand' | 'offer'
  name: string
  fields: { label: string; value: string }[]
}

const KIND_NAMES: Record<MemoryBlock['kind'], string> = {
  onboarding: 'perfil',
  product: 'produto',
  brand: 'marca',
  offer: 'oferta',
}

/** The business memory as sections of the system prompt; none when there is nothing to say. */
export function renderMemory(blocks: MemoryBlock[]): string[] {
  if (blocks.length === 0) return []
  const rendered = blocks.map(({ kind, name, fields }) => {
    const filled = fields.filter(({ value }) => value.trim() !== '')
    return dataBlock({
      tipo: KIND_NAMES[kind],
      nome: name,
      campos: Object.fromEntries(filled.map(({ label, value }) => [label, value])),
    })
  })
  return ['# O negócio de quem conversa com você', ...rendered]
}

/** JSON between tags. Content cannot forge the closing tag, since no `<` is left in it. */
export function dataBlock(content: unknown): string {
  return `<dados>\n${JSON.stringify(content).replaceAll('<', '\\u003c')}\n</dados>`
}
