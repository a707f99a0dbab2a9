type Group<T> = { label: string; items: T[] }

const DAY_MS = 86_400_000

/** Returns a function from a time to its day number since 1970 in a time zone, by default the device's. */
function dayNumberIn(timeZone: string | undefined): (iso: string | number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone && { timeZone }),
  })
  return (moment) => Date.parse(`${format.format(new Date(moment))}T00:00:00Z`) / DAY_MS
}

function labelOf(day: number, today: number): string {
  const age = today - day
  // The server's clock may be ahead.
  if (age <= 0) return 'Hoje'
  if (age === 1) return 'Ontem'
  if (age <= 7) return 'Últimos 7 dias'
  if (age <= 30) return 'Últimos 30 dias'
  const [date, now] = [new Date(day * DAY_MS), new Date(today * DAY_MS)]
  const month = new Intl.DateTimeFormat('pt-BR', {
    month: 'long',
    timeZone: 'UTC',
    ...(date.getUTCFullYear() !== now.getUTCFullYear() && { year: 'numeric' }),
  }).format(date)
  return month.charAt(0).toUpperCase() + month.slice(1)
}

/** Groups items, newest first, by day, week or month; `now` is in milliseconds since 1970. */
export function groupByDate<T>(
  items: readonly T[],
  dateOf: (item: T) => string,
  now: number,
  timeZone?: string,
): Group<T>[] {
  const dayOf = dayNumberIn(timeZone)
  const today = dayOf(now)
  const groups: Group<T>[] = []
  let lastDay = Number.NaN
  for (const item of items) {
    const day = dayOf(dateOf(item))
    const label = day === lastDay ? groups.at(-1)?.label : labelOf(day, today)
    lastDay = day
    const group = groups.find((known) => known.label === label)
    if (group) group.items.push(item)
    else groups.push({ label: label ?? '', items: [item] })
  }
  return groups
}
