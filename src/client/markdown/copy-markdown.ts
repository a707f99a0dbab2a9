/**
 * Puts a Markdown text on the clipboard as formatted text, and as plain text for fields that take no formats. Begins
 * at once, since a browser lets a page write only during the press. @throws where it does not let it.
 */
export async function copyRichText(markdown: string): Promise<void> {
  const html = import('./to-rich-text.ts').then((it) => it.toRichText(markdown))
  const plain = import('./to-whatsapp.ts').then((it) => it.toPlainText(markdown))
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/html': blobOf(html, 'text/html'), 'text/plain': blobOf(plain, 'text/plain') }),
  ])
}

/** Puts a Markdown text on the clipboard as WhatsApp writes it. @throws where the browser does not let it. */
export async function copyForWhatsApp(markdown: string): Promise<void> {
  const text = import('./to-whatsapp.ts').then((it) => it.toWhatsApp(markdown))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blobOf(text, 'text/plain') })])
}

const blobOf = async (text: Promise<string>, type: string) => new Blob([await text], { type })
