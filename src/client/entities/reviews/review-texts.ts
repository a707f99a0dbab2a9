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

/** `27/11` for `2026-11-27`. */
const shortDay = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}`

/** `27/11/2026` for `2026-11-27`. */
export const longDay = (iso: string): string => `${shortDay(iso)}/${iso.slice(0, 4)}`

/** The state of a review in a sentence; it never says that a text is allowed. */
export function resultText({
  open,
  noted,
  rulesDate,
}: {
  open: number
  noted: number
  rulesDate: string
}): string {
  const rules = `pelas regras de ${shortDay(rulesDate)}`
  const rest = noted === 0 ? '' : `, ${noted} com anotação sua`
  if (open === 0) return noted === 0 ? `Nenhum achado ${rules}.` : `Nenhum achado em aberto ${rules}${rest}.`
  return `${open === 1 ? '1 achado' : `${open} achados`} ${rules}${rest}.`
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
