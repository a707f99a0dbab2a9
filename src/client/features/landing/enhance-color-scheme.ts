import { readStorage } from '#client/lib/browser/safe-storage.ts'

const DARK = '(prefers-color-scheme: dark)'
const MEDIA = new Map([
  ['dark', '(min-width: 0px)'],
  ['light', '(max-width: 0px)'],
])

/** Keeps page and pictures in one scheme: the one that was chosen in the app, else the system's, also when that changes. */
export function followScheme(root: Document): void {
  const chosen = MEDIA.get(readStorage(() => localStorage, 'elenco-color-scheme'))
  if (chosen) {
    for (const source of root.querySelectorAll<HTMLSourceElement>('picture source')) {
      source.media = source.media.replace(DARK, chosen)
    }
    return
  }
  // The pictures follow the system by themselves.
  matchMedia(DARK).addEventListener('change', ({ matches }) => {
    root.documentElement.dataset.mantineColorScheme = matches ? 'dark' : 'light'
  })
}
