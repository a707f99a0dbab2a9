const DARK = '(prefers-color-scheme: dark)'
const MEDIA = { dark: '(min-width: 0px)', light: '(max-width: 0px)' }

/** Lets the pictures follow the scheme that was chosen in the app, where it isn't the system's. */
export function followChosenScheme(root: Document): void {
  const chosen = root.documentElement.dataset.mantineColorScheme
  const system = matchMedia(DARK).matches ? 'dark' : 'light'
  if ((chosen !== 'dark' && chosen !== 'light') || chosen === system) return
  for (const source of root.querySelectorAll<HTMLSourceElement>('picture source')) {
    source.media = source.media.replace(DARK, MEDIA[chosen])
  }
}
