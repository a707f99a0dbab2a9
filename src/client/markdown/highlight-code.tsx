import type { Emitter, LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import type { ReactNode } from 'react'

/** Longer code stays plain: highlighting would block the main thread. */
const MAX_LENGTH = 20_000

type Scope = { name: string; children: (string | Scope)[] }

/** Collects highlight.js scopes as a tree instead of HTML. */
class TreeEmitter implements Emitter {
  readonly root: Scope = { name: '', children: [] }
  readonly #open: Scope[] = [this.root]

  addText(text: string) {
    if (text !== '') this.#open.at(-1)?.children.push(text)
  }

  startScope(name: string) {
    const scope: Scope = { name, children: [] }
    this.#open.at(-1)?.children.push(scope)
    this.#open.push(scope)
  }

  endScope() {
    if (this.#open.length > 1) this.#open.pop()
  }

  // The core still calls these deprecated names.
  openNode(name: string) {
    this.startScope(name)
  }

  closeNode() {
    this.endScope()
  }

  __addSublanguage(emitter: Emitter, name: string) {
    if (!(emitter instanceof TreeEmitter)) return
    this.#open
      .at(-1)
      ?.children.push({ name: name ? `language:${name}` : '', children: emitter.root.children })
  }

  finalize() {}

  toHTML() {
    return ''
  }
}

const highlighter = hljs.newInstance()
highlighter.configure({ __emitter: TreeEmitter })

type Language = {
  load: () => Promise<{ default: LanguageFn }>
  aliases?: string
  /** Embedded languages. */
  holds?: string[]
}

const LANGUAGES: Record<string, Language> = {
  bash: { load: () => import('highlight.js/lib/languages/bash'), aliases: 'sh zsh' },
  css: { load: () => import('highlight.js/lib/languages/css') },
  javascript: { load: () => import('highlight.js/lib/languages/javascript'), aliases: 'js jsx mjs cjs' },
  json: { load: () => import('highlight.js/lib/languages/json'), aliases: 'jsonc json5' },
  python: { load: () => import('highlight.js/lib/languages/python'), aliases: 'py' },
  sql: { load: () => import('highlight.js/lib/languages/sql') },
  typescript: { load: () => import('highlight.js/lib/languages/typescript'), aliases: 'ts tsx mts cts' },
  xml: {
    load: () => import('highlight.js/lib/languages/xml'),
    aliases: 'html xhtml rss svg',
    holds: ['css', 'javascript'],
  },
}

const NAMES = new Map(
  Object.entries(LANGUAGES).flatMap(([name, { aliases }]) =>
    [name, ...(aliases?.split(' ') ?? [])].map((alias) => [alias, name]),
  ),
)

async function load(name: string): Promise<void> {
  const language = LANGUAGES[name]
  if (!language || highlighter.getLanguage(name)) return
  const [{ default: define }] = await Promise.all([language.load(), ...(language.holds ?? []).map(load)])
  highlighter.registerLanguage(name, define)
}

/**
 * Highlighted code; null for an unknown language. Loads a language on first use. @throws when that fails.
 */
export async function highlight(code: string, alias: string): Promise<ReactNode> {
  const language = NAMES.get(alias)
  if (code.length > MAX_LENGTH || !language) return null
  await load(language)
  const { _emitter, errorRaised } = highlighter.highlight(code, { language, ignoreIllegals: true })
  return _emitter instanceof TreeEmitter && !errorRaised ? toNodes(_emitter.root) : null
}

function toNodes({ children }: Scope): ReactNode {
  return children.map((child, index) =>
    typeof child === 'string' ? (
      child
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tree of a finished code never changes.
      <span key={index} data-scope={child.name.split('.')[0]}>
        {toNodes(child)}
      </span>
    ),
  )
}
