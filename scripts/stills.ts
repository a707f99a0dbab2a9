import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import type { StillName } from '../src/shared/stills.ts'
import { withSsr } from './prerender.ts'

const PAGE = 'index.html'
const ROOT = '<div id="root"></div>'

/** The form's route modules, whose styles the picture needs. */
const routesOf = (name: StillName) => ['/routes/_auth.tsx', `/routes/_auth/${name}.tsx`]

/**
 * Writes `<name>.html` for each form of a visitor: `index.html` with a still picture of the form, which the app replaces
 * once it has drawn the same (decision 39).
 */
export function stills(): Plugin {
  return {
    name: 'elenco:stills',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle[PAGE]
        if (page?.type !== 'asset') throw new Error(`the build has no ${PAGE}`)
        for (const [name, markup] of Object.entries(await renderStills()) as [StillName, string][]) {
          const { html, css } = still(markup)
          const own = this.emitFile({ type: 'asset', name: `${name}-still.css`, source: css })
          const styles = [...stylesOf(bundle, routesOf(name)), this.getFileName(own)]
          const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('')
          const source = afterPaint(String(page.source))
            .replace('</head>', () => `${links}</head>`)
            .replace(
              ROOT,
              () => `<div id="still" inert aria-hidden="true">${html}</div><div id="root" hidden></div>`,
            )
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
      },
    },
  }
}

/** Starts the app once the picture is painted: until then its files must not compete with styles and fonts. */
function afterPaint(page: string): string {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/
  const [, entry] = script.exec(page) ?? []
  if (!entry) throw new Error(`${PAGE} has no entry`)
  return page
    .replace(script, '')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(
      '<script src="/boot.js">',
      `<link rel="modulepreload" fetchpriority="low" crossorigin href="${entry}"><script src="/boot.js" data-app="${entry}">`,
    )
}

/** Each form as React draws it first. */
export const renderStills = () =>
  withSsr(async (server): Promise<Record<StillName, string>> => {
    const { renderStills: render } = await server.ssrLoadModule('/src/client/render-stills.tsx')
    return render()
  })

/**
 * A picture for the eye only: fields become plain elements, so that neither people nor password managers fill them, and
 * style attributes become rules, which the policy allows.
 */
export function still(markup: string): { html: string; css: string } {
  const rules = new Map<string, string>()
  const html = markup
    .replaceAll(/<link [^>]*>/g, '')
    .replaceAll(/<input(?![^>]* type="checkbox")([^>]*?)\/?>/g, (_, attributes: string) => {
      const kept = [...attributes.matchAll(/ (?:class|style|data-[\w-]+|placeholder)="[^"]*"/g)].join('')
      const [, hint = ''] = / placeholder="([^"]*)"/.exec(kept) ?? []
      return `<span${kept.replace(/ placeholder="[^"]*"/, '')}${hint && ' data-hint=""'}>${hint}</span>`
    })
    .replaceAll(/ (?:id|for|name|aria-[\w-]+)="[^"]*"/g, '')
    .replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
      const key = createHash('sha256').update(style).digest('hex').slice(0, 6)
      rules.set(key, style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"))
      return ` data-still="${key}"`
    })
  const css = [...rules].map(([key, style]) => `[data-still="${key}"]{${style}}`)
  return {
    html,
    css: [
      ...css,
      // Never narrower than the app's own text: browsers would take that for a later, larger paint (LCP).
      '#still{letter-spacing:.012em}',
      '[data-hint]{color:var(--mantine-color-placeholder)}',
      // A signed-in user is led into the app.
      '[data-signed-in] #still{display:none}',
    ].join('\n'),
  }
}

/** The style sheets of the route modules and of all that they import. */
function stylesOf(bundle: Rolldown.OutputBundle, routes: readonly string[]): string[] {
  const seen = new Set<string>()
  const styles = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (seen.has(file) || chunk?.type !== 'chunk') return
    seen.add(file)
    for (const next of chunk.imports) visit(next)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
  }
  for (const [file, chunk] of Object.entries(bundle)) {
    const id = chunk.type === 'chunk' ? (chunk.facadeModuleId?.replace(/\?.*$/, '') ?? '') : ''
    if (routes.some((route) => id.endsWith(route))) visit(file)
  }
  const { source } = bundle[PAGE] as { source: string }
  return [...styles].filter((style) => !source.includes(style))
}
