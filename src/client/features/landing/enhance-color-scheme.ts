import { readStorage } from '#client/lib/browser/safe-storage.ts'

const DARK = '(prefers-color-scheme: dark)'
const MEDIA = new Map([
  ['dark', '(min-width: 0px)'],
  ['light', '(max-width: 0px)'],
])

/** Keeps page and pictures in one colour scheme: the one chosen in the app, else the system's. */
export function followScheme(root: Document): void {
  const chosen = MEDIA.get(readStorage(() => localStorage, 'elenco-color-scheme'))
  if (chosen) {
    for (const source of root.querySelectorAll<HTMLSourceElement>('picture source')) {
      source.media = source.media.replace(DARK, chosen)
    }
    return
  }
  // `<picture>` follows the system by itself.
  matchMedia(DARK).addEventListener('change', ({ matches }) => {
    root.documentElement.dataset.mantineColorScheme = matches ? 'dark' : 'light'
  })
}
