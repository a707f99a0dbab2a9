import { ApiError } from '#client/lib/http/http-client.ts'
import { formatRelative } from '#client/lib/text/format.ts'

/** Who came first, and when; undefined where the server does not know. */
export type ChangedMeanwhile = { by: string | undefined; at: string | undefined }

/** The author of the change that came before a refused one; undefined for any other error. */
export function changedMeanwhile(error: unknown): ChangedMeanwhile | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT' || !error.details?.version) return undefined
  return { by: error.details.changedBy, at: error.details.changedAt }
}

/** The server's word for a change by the reader, in another tab or on another device. */
const YOU = 'Você'

/** "Ana Souza mudou este plano há 3 minutos", or "Você mudou este plano em outra tela, há 3 minutos". */
export function changedText(
  { by = 'Outra pessoa', at }: ChangedMeanwhile,
  what: string,
  now?: number,
): string {
  const when = at ? formatRelative(at, now) : ''
  if (by !== YOU) return [by, 'mudou', what, when].filter(Boolean).join(' ')
  return [`${by} mudou ${what} em outra tela`, when].filter(Boolean).join(', ')
}
