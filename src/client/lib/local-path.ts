/** `value` when it is a path on this very site, else undefined: a link in a mail must not lead elsewhere after sign-in. */
export function localPath(value: string | undefined, origin: string): string | undefined {
  if (!value?.startsWith('/')) return undefined
  try {
    const url = new URL(value, origin)
    return url.origin === origin ? url.pathname + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}
