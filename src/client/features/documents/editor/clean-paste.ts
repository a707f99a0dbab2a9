import { safeLink } from '#shared/markdown/markdown-links.ts'

/** Elements of other programs, and the editor's of the same meaning. */
const NAMES: Record<string, string> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  tt: 'code',
  samp: 'code',
  kbd: 'code',
  xmp: 'pre',
  listing: 'pre',
}
const KEPT = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong em s a br hr table thead tbody tr th td'.split(
    ' ',
  ),
)
/** Nothing inside these is text. */
const DROPPED = new Set(
  'script style head title meta link template noscript iframe object embed svg math video audio canvas select option button input textarea'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'div section article main header footer aside figure figcaption address dl dt dd center form'.split(' '),
)
/** Attributes of the editor's own copies. */
const OWN = ['data-pm-slice', 'data-type', 'data-checked', 'start']
/** Of a list; other numbers would print as a text. */
const START = /^\d{1,6}$/

/**
 * Pasted HTML with the elements of a document only: no scripts, styles, images or handlers, and links that the app would
 * show as links. The parsed copy is inert, so that nothing of it loads or runs.
 */
export function cleanPastedHtml(html: string): string {
  const source = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  groupWordLists(source.body)
  const clean = document.implementation.createHTMLDocument()
  for (const child of source.body.childNodes) copy(child, clean.body, false)
  return clean.body.innerHTML
}

/**
 * Renames styles and handlers, which the content security policy reports even in a copy that nothing shows. Styles are
 * read under their new name.
 */
const withoutStyles = (html: string) =>
  html
    .replace(/<(\/?)style\b/gi, '<$1template')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])(style|on\w+)(?=\s*=)/gi, '$1data-$2'))

function copy(node: Node, into: Element, isInCell: boolean): void {
  const owner = into.ownerDocument
  if (node.nodeType === Node.TEXT_NODE) {
    into.append(owner.createTextNode(node.nodeValue ?? ''))
    return
  }
  if (!(node instanceof Element) || DROPPED.has(node.localName)) return
  const target = wrap(node, into, isInCell)
  const isCell = isInCell || ['td', 'th'].includes(node.localName)
  for (const child of node.childNodes) copy(child, target, isCell)
}

/** The elements that stand for `node`, appended to `into`; the innermost takes its children. */
function wrap(node: Element, into: Element, isInCell: boolean): Element {
  const name = nameOf(node, isInCell)
  const outer = name ? append(into, name) : into
  if (!name) return styled(node, into)
  for (const attribute of OWN) {
    const value = node.getAttribute(attribute)
    if (value !== null && (attribute !== 'start' || START.test(value))) outer.setAttribute(attribute, value)
  }
  const href = name === 'a' && safeLink(node.getAttribute('href') ?? '')?.href
  if (href) outer.setAttribute('href', href)
  return outer
}

function nameOf(node: Element, isInCell: boolean): string | undefined {
  const name = NAMES[node.localName] ?? node.localName
  // Google's documents wrap everything in a bold element that is not bold.
  if (name === 'strong' && /font-weight:\s*(?:normal|400)/.test(styleOf(node))) return undefined
  if (name === 'a' && !safeLink(node.getAttribute('href') ?? '')) return undefined
  const isBlock = BLOCKS.has(name)
  // A cell holds lines only: of a list, heading or table inside it remain the words.
  if (isInCell && (isBlock || /^(?:h\d|li|blockquote|pre|tr|hr)$/.test(name))) return 'p'
  if (isInCell && /^(?:ul|ol|table|thead|tbody|td|th)$/.test(name)) return undefined
  if (isBlock) return [...node.children].some((child) => isBlockElement(child)) ? undefined : 'p'
  return KEPT.has(name) ? name : undefined
}

const isBlockElement = ({ localName }: Element) =>
  BLOCKS.has(localName) || /^(?:p|h\d|ul|ol|table|blockquote|pre|hr)$/.test(localName)

const styleOf = (node: Element) => node.getAttribute('data-style') ?? ''

/** The marks that a `span` shows by its style. */
function styled(node: Element, into: Element): Element {
  const style = styleOf(node)
  if (node.localName !== 'span') return into
  const marks = [
    /font-weight:\s*(?:bold|[6-9]00)/.test(style) && 'strong',
    /font-style:\s*italic/.test(style) && 'em',
    /text-decoration[^;]*line-through/.test(style) && 's',
  ].filter((mark) => mark !== false)
  return marks.reduce(append, into)
}

function append(into: Element, name: string): Element {
  const element = into.ownerDocument.createElement(name)
  into.append(element)
  return element
}

const isWordItem = (node: Element | null): node is Element =>
  node?.localName === 'p' && /mso-list:\s*l\d/i.test(styleOf(node))

/** Word writes the items of a list as paragraphs with a sign in front. */
function groupWordLists(body: HTMLElement): void {
  for (const first of [...body.querySelectorAll('p')].filter(isWordItem)) {
    if (!first.isConnected) continue
    const sign = first.querySelector('[data-style*="mso-list:Ignore"]')?.textContent ?? ''
    const list = body.ownerDocument.createElement(/^\s*\w+[.)]/.test(sign) ? 'ol' : 'ul')
    first.before(list)
    for (let item: Element | null = first; isWordItem(item); item = list.nextElementSibling) {
      for (const mark of item.querySelectorAll('[data-style*="mso-list:Ignore"]')) mark.remove()
      const row = append(list, 'li')
      row.append(...item.childNodes)
      item.remove()
    }
  }
}
