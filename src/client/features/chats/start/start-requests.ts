/** Key of the draft that the next new chat sends when it opens. In memory: no address and no reload sends a draft. */
let requested: string | undefined

export function requestStart(draftKey: string): void {
  requested = draftKey
}

/** Whether this draft is to be sent; asked once, then forgotten, also when another chat has opened. */
export function takeStart(draftKey: string): boolean {
  const isRequested = requested === draftKey
  requested = undefined
  return isRequested
}

/** Forgets the request of a chat that did not open: opened later, it must not send by itself. */
export function withdrawStart(draftKey: string): void {
  if (requested === draftKey) requested = undefined
}
