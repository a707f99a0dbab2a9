import type { Emitter } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import type { ReactNode } from 'react'

/** Longer code stays plain: colouring it would hold the screen up. */
const MAX_LENGTH = 20_000

type Scope = { name: string; children: (string | Scope)[] }

/** Collects what highlight.js finds as a tree instead of HTML text. */
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

  // The core still calls these older names of the two above.
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
const languages = { bash, css, javascript, json, python, sql, typescript, xml }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

/** The code as coloured elements; null when the language is not one of the eight. */
export function highlight(code: string, language: string): ReactNode {
  if (code.length > MAX_LENGTH || !highlighter.getLanguage(language)) return null
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
