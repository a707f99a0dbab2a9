/** What this browser remembers, so that home need not wait for the answer: each is true for good. */
export type HomeMemory = {
  /** The questionnaire was offered. */
  isOffered: boolean
  /** There is a product, or the person does not want to be asked for one. */
  isProductSettled: boolean
}

const placeOf = (userId: string) => `elenco-home:${userId}`

/** What is remembered of a person; nothing where the storage refuses. */
export function readHomeMemory(userId: string): HomeMemory {
  try {
    const kept = (localStorage.getItem(placeOf(userId)) ?? '').split(' ')
    return { isOffered: kept.includes('offered'), isProductSettled: kept.includes('product') }
  } catch {
    return { isOffered: false, isProductSettled: false }
  }
}

/** Remembers one thing more; a storage that refuses only costs the memory. */
export function rememberHome(userId: string, change: Partial<HomeMemory>): void {
  const { isOffered, isProductSettled } = { ...readHomeMemory(userId), ...change }
  const words = [isOffered && 'offered', isProductSettled && 'product'].filter(Boolean)
  try {
    localStorage.setItem(placeOf(userId), words.join(' '))
  } catch {
    // Refused: the server is asked the next time.
  }
}

type Known = {
  /** The questionnaire was answered. */
  hasAnswered: boolean
  /** Undefined while it is asked for. */
  wasOffered: boolean | undefined
  hasProduct: boolean | undefined
}

/** The one thing that home asks for, if anything; `unknown` until the answers are there. */
export function homeCardOf({ hasAnswered, wasOffered, hasProduct }: Known) {
  if (!hasAnswered && !wasOffered) return wasOffered === undefined ? 'unknown' : 'onboarding'
  if (hasProduct === undefined) return 'unknown'
  return hasProduct ? null : 'product'
}
