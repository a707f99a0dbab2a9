import type { JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { printBlocks } from './print-markdown.ts'

/**
 * Prints the editor's document. An unchanged block is printed as its original source, so a small change gives a small
 * difference. A changed block is printed once and cached until it changes again.
 */
export class MarkdownPrinter {
  readonly #texts = new WeakMap<Node, string>()
  /** By content: a block that is changed back gets its source again. */
  readonly #sources = new Map<string, string>()
  readonly #contents = new WeakMap<Node, JSONContent>()
  readonly #text: string
  readonly #printed: string

  /** `doc` was opened from `text`, its blocks from `sources`. */
  constructor(text: string, doc: Node, sources: readonly (string | undefined)[]) {
    doc.forEach((node, _offset, index) => {
      const source = sources[index]
      if (source !== undefined) this.#sources.set(JSON.stringify(this.#contentOf(node)), source)
    })
    this.#text = text
    this.#printed = this.#print(doc)
  }

  /** The Markdown of a document; the text itself while nothing has changed. */
  print(doc: Node): string {
    const printed = this.#print(doc)
    return printed === this.#printed ? this.#text : printed
  }

  #print(doc: Node): string {
    const nodes = doc.children
    return printBlocks(
      nodes.map((node) => this.#contentOf(node)),
      {
        get: (index) => this.#textOf(nodes[index]),
        set: (index, text) => nodes[index] && this.#texts.set(nodes[index], text),
      },
    )
  }

  #textOf(node: Node | undefined): string | undefined {
    if (!node) return undefined
    return this.#texts.get(node) ?? this.#sources.get(JSON.stringify(this.#contentOf(node)))
  }

  #contentOf(node: Node): JSONContent {
    const known = this.#contents.get(node)
    if (known) return known
    const content = node.toJSON() as JSONContent
    this.#contents.set(node, content)
    return content
  }
}
