/** The duration in words, in whole minutes. */
export function visitLength(startedAt: string, endedAt: string): string {
  const minutes = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000)
  if (minutes < 1) return 'menos de um minuto'
  if (minutes >= 60) return 'uma hora'
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
