import type { CreateAssetDraft } from '#shared/contract/asset-drafts.ts'

export type DraftKind = CreateAssetDraft['kind']

/** The names of the fields that were found in a reply. */
export const readFields = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [name]))

/** The message above a form that was filled from a reply. */
export function reviewText(values: Record<string, string>): string {
  const total = Object.keys(values).length
  const read = readFields(values).length
  if (read === 0) return 'A resposta não diz nada destes campos. Preencha com as suas palavras.'
  if (read === total) return 'Todos os campos vieram da resposta e estão marcados.'
  const came =
    read === 1
      ? '1 campo veio da resposta e está marcado'
      : `${read} campos vieram da resposta e estão marcados`
  return `${came}. O que ela não diz ficou em branco.`
}
