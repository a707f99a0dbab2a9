import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import { type Channel, SEVERITIES, type Severity } from '#shared/revisor/rules.ts'

export const CHANNEL_NAMES: Record<Channel, string> = {
  page: 'Página',
  meta: 'Anúncio Meta',
  google: 'Anúncio Google',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  video: 'Vídeo',
}

export const SEVERITY_NAMES: Record<Severity, string> = {
  block: 'Bloqueia',
  risk: 'Arrisca',
  improve: 'Melhora',
}

/** Why a text cannot be reviewed. */
export function unreviewable(text: string): string | undefined {
  if (text.trim() === '') return 'Cole ou escreva um texto'
  const most = REVIEW_LIMITS.textLength
  return text.length > most ? `O texto passa de ${most.toLocaleString('pt-BR')} caracteres` : undefined
}

/** `27/11` for `2026-11-27`. */
const shortDay = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}`

/** `27/11/2026` for `2026-11-27`. */
export const longDay = (iso: string): string => `${shortDay(iso)}/${iso.slice(0, 4)}`

/** Why a review is out of date: the text has changed, or the choice of channel, product, offer or brand. */
export type Stale = 'text' | 'choice'

const STALE_TEXTS: Record<Stale, string> = {
  text: 'O texto mudou desde a revisão: revise de novo.',
  choice: 'O que você escolheu para comparar mudou desde a revisão: revise de novo.',
}

type Result = {
  open: number
  noted: number
  rulesDate: string
  stale?: Stale | undefined
}

/** The state of a review in a sentence; it never says that a text is allowed, and of a stale one only what remains. */
export function resultText({ open, noted, rulesDate, stale }: Result): string {
  if (stale) return [STALE_TEXTS[stale], remainingText(open)].filter(Boolean).join(' ')
  const rules = `pelas regras de ${shortDay(rulesDate)}`
  const rest = noted === 0 ? '' : `, ${noted} com anotação sua`
  if (open === 0) return noted === 0 ? `Nenhum achado ${rules}.` : `Nenhum achado em aberto ${rules}${rest}.`
  return `${open === 1 ? '1 achado' : `${open} achados`} ${rules}${rest}.`
}

const remainingText = (open: number): string => {
  if (open === 0) return ''
  return open === 1 ? 'Dela resta 1 achado.' : `Dela restam ${open} achados.`
}

/** Remarks that could not be stored with a document; empty for none. */
export const missedText = (missed: number): string => {
  if (missed === 0) return ''
  return missed === 1 ? '1 anotação não foi junto.' : `${missed} anotações não foram junto.`
}

/** Remarks that wait in this browser for their document; empty for none. */
export const waitingText = (waiting: number): string => {
  if (waiting === 0) return ''
  return waiting === 1
    ? '1 anotação ainda não foi guardada: ela espera neste navegador até você editar o documento de novo.'
    : `${waiting} anotações ainda não foram guardadas: elas esperam neste navegador até você editar o documento de novo.`
}

const COUNTED: Record<Severity, readonly [one: string, more: string]> = {
  block: ['bloqueia', 'bloqueiam'],
  risk: ['arrisca', 'arriscam'],
  improve: ['melhora', 'melhoram'],
}

/** The findings by weight, worst first: `1 bloqueia, 2 arriscam`; empty for none. */
export const countsText = (findings: readonly { severity: Severity }[]): string =>
  SEVERITIES.flatMap((severity) => {
    const count = findings.filter((it) => it.severity === severity).length
    return count === 0 ? [] : [`${count} ${COUNTED[severity][count === 1 ? 0 : 1]}`]
  }).join(', ')
