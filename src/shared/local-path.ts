const CONTROL = /\p{Cc}/u

/** Whether it is a path on this very site, however a browser or a router reads it. */
export function isLocalPath(path: string): boolean {
  // Encoded slashes are slashes to some; what stands after ? or # goes nowhere.
  const [place = ''] = path.split(/[?#]/)
  if (!path.startsWith('/') || /\\|%2f|%5c|%0|%1|\/\//i.test(place) || CONTROL.test(path)) return false
  const { origin } = new URL(path, 'https://elenco.invalid')
  return origin === 'https://elenco.invalid'
}
