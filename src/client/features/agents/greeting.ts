/** "Bom dia", "Boa tarde" or "Boa noite" for an hour of the day (0 to 23). */
export function greetingOf(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Bom dia'
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite'
}

/** The first word of a name; may be empty. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
