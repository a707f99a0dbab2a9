/** A tab that was opened for a page of a payment provider, before its address is known. */
type PaymentTab = {
  /** Leads it there; false where the browser opened none, so that the person has to press once more. */
  lead: (url: string) => boolean
  /** There is nothing to pay. */
  close: () => void
}

/** Whether the browser may be sent there: an address that somebody typed never runs as a script of this page. */
export function isPaymentAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}

/**
 * Opens a tab at once: browsers let a page do so only while a press is being answered, and the address comes later.
 * `waiting` stands there meanwhile.
 */
export function openPaymentTab(waiting: string, open: typeof window.open = window.open): PaymentTab {
  const tab = open('', '_blank')
  if (tab) {
    tab.document.title = waiting
    tab.document.body.textContent = waiting
  }
  return {
    lead: (url) => {
      if (!tab || tab.closed || !isPaymentAddress(url)) {
        tab?.close()
        return false
      }
      // What is opened must not reach back into this page.
      tab.opener = null
      tab.location.replace(url)
      return true
    },
    close: () => tab?.close(),
  }
}
