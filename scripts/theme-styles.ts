import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'

const ID = 'virtual:theme.css'

/**
 * Writes Mantine's variables of `src/client/theme.ts` into a style sheet, `virtual:theme.css`. Mantine would write them
 * into an element at run time: the policy would need a nonce for it, and a prerendered page would have no colours.
 */
export function themeStyles(): Plugin {
  return {
    name: 'elenco:theme-styles',
    resolveId: { filter: { id: /^virtual:theme\.css$/ }, handler: () => ID },
    load: { filter: { id: /^virtual:theme\.css$/ }, handler: () => themeCss() },
  }
}

/** The style sheet's text. */
export async function themeCss(): Promise<string> {
  const [{ MantineProvider }, { cssVariablesResolver, theme }] = await Promise.all([
    import('@mantine/core'),
    import('../src/client/theme.ts'),
  ])
  const options = { theme, cssVariablesResolver, withGlobalClasses: false }
  return renderToStaticMarkup(createElement(MantineProvider, options)).replace(/<style[^>]*>|<\/style>/g, '')
}
