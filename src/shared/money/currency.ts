/** How many digits of an amount in the smallest unit of a currency (ISO 4217) are behind its decimal mark. */
export const centPlaces = (currency: string): number =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0

/** "R$ 97,00" of an amount in the smallest unit of a currency. */
export const formatCents = (cents: number, currency: string): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(cents / 10 ** centPlaces(currency))
