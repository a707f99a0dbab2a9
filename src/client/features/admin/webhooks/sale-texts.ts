import { formatCount } from '#client/lib/text/format-figures.ts'
import type { MappingPreview, SaleDecision } from '#shared/contract/sales.ts'
import { sayEvents, sayPurchases } from './webhook-texts.ts'

type Counts = Pick<MappingPreview, 'in' | 'waiting' | 'out'>

/** Who gets in by a mapping, one sentence for each kind of buyer. */
export function sayPreview({ in: inside, waiting, out }: Counts, planName: string): string[] {
  if (inside + waiting + out === 0) {
    return [`Ninguém espera por este código agora. As próximas vendas dele já chegam como ${planName}.`]
  }
  const lines = [
    inside > 0 && `${sayPurchases(inside)} ${inside === 1 ? 'recebe' : 'recebem'} o ${planName} na hora.`,
    waiting > 0 &&
      `${sayPurchases(waiting)} ${waiting === 1 ? 'fica guardada' : 'ficam guardadas'} até que o e-mail da compra seja confirmado em uma conta.`,
    out > 0 &&
      `${sayPurchases(out)} não ${out === 1 ? 'libera' : 'liberam'} nada: ${out === 1 ? 'foi devolvida ou já terminou' : 'foram devolvidas ou já terminaram'}.`,
  ]
  return lines.filter((line) => line !== false)
}

/** What the undo of a mapping ends. */
export function sayUndo({ in: inside, waiting }: Counts, planName: string): string[] {
  if (inside + waiting === 0) return [`Nenhum acesso termina. O código deixa de ser o plano ${planName}.`]
  const lines = [
    inside > 0 &&
      `${sayPurchases(inside)} ${inside === 1 ? 'perde' : 'perdem'} o ${planName} na hora; fica o que a pessoa tem por outro caminho, ou o Gratuito. Nenhuma conversa se perde.`,
    waiting > 0 &&
      `${sayPurchases(waiting)} à espera de um e-mail confirmado ${waiting === 1 ? 'deixa' : 'deixam'} de valer.`,
  ]
  return lines.filter((line) => line !== false)
}

/** What a decision does now: "É o plano Criador · 12 compras". */
export function sayDecision({ plan, affected }: Pick<SaleDecision, 'plan' | 'affected'>): string {
  if (!plan) return `Não é plano desta casa${affected > 0 ? ` · ${sayEvents(affected)} sem efeito` : ''}`
  return `É o plano ${plan.displayName}${affected > 0 ? ` · ${sayPurchases(affected)}` : ''}`
}

export const sayProgress = (done: number, left: number): string =>
  `${formatCount(done)} de ${formatCount(done + left)}…`
