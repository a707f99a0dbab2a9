const COUNTRY = '55'

/** Digits of an input; drops the Brazilian country code of a complete number. */
export function phoneDigits(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length > 11 && digits.startsWith(COUNTRY) ? digits.slice(COUNTRY.length) : digits
}

/** "11987654321" as "(11) 98765-4321"; partial numbers too. Keeps digits past the eleventh. */
export function formatPhone(digits: string): string {
  if (digits.length <= 2) return digits.length === 0 ? '' : `(${digits}`
  const area = `(${digits.slice(0, 2)}) `
  const rest = digits.slice(2)
  const head = rest.length > 8 ? 5 : 4
  return rest.length <= head ? area + rest : `${area}${rest.slice(0, head)}-${rest.slice(head)}`
}

/** Caret position in `formatted` after `count` digits. */
export function caretAfterDigits(formatted: string, count: number): number {
  if (count === 0) return 0
  let seen = 0
  for (let index = 0; index < formatted.length; index += 1) {
    if (/\d/.test(formatted.charAt(index))) seen += 1
    if (seen === count) return index + 1
  }
  return formatted.length
}
