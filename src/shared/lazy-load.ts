/**
 * Loads something when it is asked for first, and once: what a start need not wait for, and many an installation never
 * needs. A load that failed stays failed.
 */
export function onFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
