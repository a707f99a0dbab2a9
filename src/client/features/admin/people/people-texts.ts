import { formatDate } from '#client/lib/text/format-figures.ts'
import type { AddedPerson, InvitationStatus } from '#shared/contract/invitations.ts'
import type { ImportResult } from '#shared/contract/people-imports.ts'

export const STATUS_TEXTS: Record<InvitationStatus, string> = {
  sending: 'Na fila de envio',
  sent: 'Enviado',
  unsent: 'Sem e-mail enviado',
  expired: 'Venceu',
  accepted: 'Aceito',
  canceled: 'Cancelado',
}

/** The effect of a row: before the import, and after it. */
export const RESULT_TEXTS: Record<ImportResult, readonly [planned: string, done: string]> = {
  invite: ['Recebe convite', 'Convidada'],
  confirm: ['Confirma o e-mail', 'Convidada a confirmar'],
  invited: ['Já convidada', 'Já convidada'],
  'change-invitation': ['Convite muda', 'Convite mudou'],
  account: ['Já tem conta', 'Já tem conta'],
  'change-plan': ['Plano muda', 'Plano mudou'],
  error: ['Com erro', 'Com erro'],
}

/** A day such as 2026-12-31, without its zone. */
const dayText = (day: string) => formatDate(`${day}T15:00:00Z`)

export function giftText(plan: string | null | undefined, until: string | null): string {
  if (!plan) return 'Sem plano'
  return until ? `${plan}, até ${dayText(until)}` : plan
}

export const addedText = (name: string): Record<AddedPerson['result'], string> => ({
  invited: `Convite para ${name} a caminho.`,
  renewed: `${name} já tinha um convite: ele mudou, e outro e-mail está a caminho.`,
  account: `${name} já tem uma conta, e nada mudou nela.`,
  'account-plan': `${name} já tem uma conta, e o plano já vale nela.`,
})
