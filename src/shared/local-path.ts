const CONTROL = /\p{Cc}/u

/** Whether a text is a path on this site, however a browser or router parses it. */
export function isLocalPath(path: string): boolean {
  // Some parsers decode slashes. Query and fragment do not affect the target.
  const [place = ''] = path.split(/[?#]/)
  if (!path.startsWith('/') || /\\|%2f|%5c|%0|%1|\/\//i.test(place) || CONTROL.test(path)) return false
  const { origin } = new URL(path, 'https://elenco.invalid')
  return origin === 'https://elenco.invalid'
}
