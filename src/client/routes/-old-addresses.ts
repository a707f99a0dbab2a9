import { redirect } from '@tanstack/react-router'

/** The current address of a page that once ended in `/novo`; undefined for every other page. */
export const currentAddress = (href: string): string | undefined =>
  /^[^?#]*\/novo\/?(?=[?#]|$)/.test(href) ? href.replace(/\/novo\/?(?=[?#]|$)/, '/new') : undefined

/** Keeps bookmarks of the former addresses working. */
export function leaveOldAddress({ href }: { href: string }): void {
  const current = currentAddress(href)
  if (current) throw redirect({ href: current, replace: true })
}
