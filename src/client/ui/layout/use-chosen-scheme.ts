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
    const { dataset } = document.documentElement
    dataset.switching = ''
    setColorScheme(value)
    setTimeout(() => delete dataset.switching, SWITCH_MS)
  }
  return { colorScheme, chooseScheme }
}
