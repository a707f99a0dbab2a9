/**
 * Copies Markdown as rich and plain text. Writes synchronously with promised blobs: browsers allow it only during the user
 * gesture. @throws when the browser refuses.
 */
export async function copyRichText(markdown: string): Promise<void> {
  const html = import('./to-rich-text.ts').then((it) => it.toRichText(markdown))
  const plain = import('./to-whatsapp.ts').then((it) => it.toPlainText(markdown))
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/html': blobOf(html, 'text/html'), 'text/plain': blobOf(plain, 'text/plain') }),
  ])
}

/** Copies Markdown in WhatsApp's format. @throws when the browser refuses. */
export async function copyForWhatsApp(markdown: string): Promise<void> {
  const text = import('./to-whatsapp.ts').then((it) => it.toWhatsApp(markdown))
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blobOf(text, 'text/plain') })])
}

const blobOf = async (text: Promise<string>, type: string) => new Blob([await text], { type })
