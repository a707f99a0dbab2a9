import type { TrashItem, TrashKind } from '#shared/contract/trash.ts'

/** Names of the kinds, and the ending of their participles. */
export const KINDS = {
  chat: { name: 'Conversa', many: 'Conversas', ending: 'a' },
  product: { name: 'Produto', many: 'Produtos', ending: 'o' },
  brand: { name: 'Marca', many: 'Marcas', ending: 'a' },
  offer: { name: 'Oferta', many: 'Ofertas', ending: 'a' },
  document: { name: 'Documento', many: 'Documentos', ending: 'o' },
} as const satisfies Record<TrashKind, { name: string; many: string; ending: string }>

const DAY_MS = 86_400_000
const dayFormat = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long' })

/** "Conversa excluída em 12 de novembro", in the reader's time zone. */
export const deletedText = ({ kind, deletedAt }: Pick<TrashItem, 'kind' | 'deletedAt'>): string =>
  `${KINDS[kind].name} excluíd${KINDS[kind].ending} em ${dayFormat.format(new Date(deletedAt))}`

/** "restam 18 dias"; "último dia" for the last 24 hours. `now` is in milliseconds since 1970. */
export function leftText({ restorableUntil }: Pick<TrashItem, 'restorableUntil'>, now = Date.now()): string {
  const days = Math.ceil((Date.parse(restorableUntil) - now) / DAY_MS)
  return days > 1 ? `restam ${days} dias` : 'último dia'
}

/** What a deletion for good takes away. */
export const LOSSES: Record<TrashKind, string> = {
  chat: 'A conversa, as mensagens e os anexos dela são apagados agora.',
  product: 'O produto é apagado agora, e as ofertas que o usavam ficam sem ele.',
  brand: 'A marca é apagada agora, e as ofertas que a usavam ficam sem ela.',
  offer: 'A oferta é apagada agora. Os produtos e as marcas dela ficam.',
  document: 'O documento é apagado agora, com todas as versões.',
}
