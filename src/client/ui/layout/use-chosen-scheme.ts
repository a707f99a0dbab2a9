import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'

/** Mantine's own delay. */
const SWITCH_MS = 10

/**
 * The chosen colour scheme, and a setter that switches without transitions. Mantine's own way is a style element, which
 * the policy refuses.
 */
export function useChosenScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const chooseScheme = (value: MantineColorScheme) => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    setColorScheme(value)
    setTimeout(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    }, SWITCH_MS)
  }
  return { colorScheme, chooseScheme }
}
