import { useLayoutEffect } from 'react'

/**
 * Puts an attribute on the root element while `isOn`. Styles of the whole page ask for it: with `:has()` the browser
 * would search the page again after each change of it, such as each word of a reply.
 */
export function useRootMark(name: `data-${string}`, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return
    document.documentElement.setAttribute(name, '')
    return () => document.documentElement.removeAttribute(name)
  }, [name, isOn])
}
