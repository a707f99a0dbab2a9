/** A tab opened for the provider's page before the address is known. */
type PaymentTab = {
  /** Navigates it; false where the browser blocked the tab. */
  lead: (url: string) => boolean
  close: () => void
}

/** Accepts http and https only: a `javascript:` address would run in this page. */
export function isPaymentAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}

/** Opens a tab with the text `waiting`. Browsers allow this only during a click, before the address is known. */
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
      tab.opener = null
      tab.location.replace(url)
      return true
    },
    close: () => tab?.close(),
  }
}
