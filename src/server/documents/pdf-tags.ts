import { createRequire } from 'node:module'

/** An element of a PDF's structure tree (ISO 32000, 14.8.4), filled while its pages are drawn. */
export type Tag = { type: string; children: (Tag | MarkedContent)[] }

/** pdfkit's reference to a marked part of a page. */
type MarkedContent = { refs: unknown }

export const documentTag = (): Tag => ({ type: 'Document', children: [] })

/** A new element at the end of `parent`. */
export function tagIn(parent: Tag, type: string): Tag {
  const tag: Tag = { type, children: [] }
  parent.children.push(tag)
  return tag
}

/** Runs of text that belong to an element; the property survives pdfmake's line breaking. */
export const marked = <Run extends object>(runs: Run[], tag: Tag) => runs.map((run) => ({ ...run, tag }))

type PdfKit = {
  markContent(tag: string, options: { type: string }): void
  markStructureContent(tag: string): MarkedContent
  endMarkedContent(): void
  struct(type: string, options: object, children: object[]): object
  addStructure(element: object): void
}
type Line = { inlines: { tag?: Tag }[] }
/** pdfmake's drawing of laid out pages with pdfkit. */
type Renderer = {
  pdfDocument: PdfKit
  renderPages(pages: unknown): void
  renderLine(line: Line, x: number, y: number): void
  renderVector(vector: unknown): void
}

// By `require`, whose result does not depend on the tool that loads this file.
const { prototype }: { prototype: Renderer } = createRequire(import.meta.url)(
  'pdfmake/js/Renderer.js',
).default
const { renderLine, renderVector, renderPages } = prototype
let current: Tag | undefined

/**
 * Runs `make` with every line marked as the content of its element, and all else as an artifact. pdfmake declares a
 * document as tagged, but marks nothing itself. One document at a time, as in the process of its own.
 */
export async function withTags<T>(root: Tag, make: () => Promise<T>): Promise<T> {
  current = root
  try {
    return await make()
  } finally {
    current = undefined
  }
}

Object.assign(prototype, {
  renderLine(this: Renderer, line: Line, x: number, y: number) {
    const tag = line.inlines[0]?.tag
    if (tag) tag.children.push(this.pdfDocument.markStructureContent(tag.type))
    else this.pdfDocument.markContent('Artifact', { type: 'Pagination' })
    renderLine.call(this, line, x, y)
    this.pdfDocument.endMarkedContent()
  },
  renderVector(this: Renderer, vector: unknown) {
    this.pdfDocument.markContent('Artifact', { type: 'Layout' })
    renderVector.call(this, vector)
    this.pdfDocument.endMarkedContent()
  },
  renderPages(this: Renderer, pages: unknown) {
    renderPages.call(this, pages)
    if (current) this.pdfDocument.addStructure(toElement(this.pdfDocument, current))
  },
})

const toElement = (pdf: PdfKit, { type, children }: Tag): object =>
  pdf.struct(
    type,
    {},
    children
      .filter((child) => !isTag(child) || child.children.length > 0)
      .map((child) => (isTag(child) ? toElement(pdf, child) : child)),
  )

const isTag = (child: Tag | MarkedContent): child is Tag => 'type' in child
