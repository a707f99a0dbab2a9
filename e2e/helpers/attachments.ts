import type { Locator, Page } from '@playwright/test'
import { chatIdOf, expect } from './fixtures.ts'

// Files for attachments, shared by their tests.

export type Sent = { name: string; mimeType: string; buffer: Buffer }

export const csv = (name = 'lista.csv'): Sent => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from('produto;preço\nCurso de bolos;197,00\n'),
})

/** A small picture, drawn by the browser. */
export async function picture(page: Page, name = 'capa.png'): Promise<Sent> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 48
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#ff6a2b'
    context.fillRect(0, 0, 64, 48)
    return canvas.toDataURL('image/png')
  })
  return { name, mimeType: 'image/png', buffer: Buffer.from(data.slice(data.indexOf(',') + 1), 'base64') }
}

export const chipsOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Anexos da mensagem' }).getByRole('listitem')
export const picker = (page: Page): Locator => page.locator('input[type=file]')
/** The chip's link to the file exists only once the server has stored it. */
export const isStored = (page: Page, name: string) =>
  expect(chipsOf(page).getByRole('link', { name: new RegExp(name) })).toBeVisible()
export const statusOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: text })

export async function attach(page: Page, ...files: Sent[]): Promise<void> {
  await picker(page).setInputFiles(files)
  for (const { name } of files) await isStored(page, name)
}

/** The browser's data for dropped or pasted files, with a text. */
export const transferOf = (page: Page, files: Sent[], text = '') =>
  page.evaluateHandle(
    ({ parts, plain }) => {
      const transfer = new DataTransfer()
      for (const { name, type, bytes } of parts) {
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
      }
      if (plain) transfer.setData('text/plain', plain)
      return transfer
    },
    {
      parts: files.map(({ name, mimeType: type, buffer }) => ({ name, type, bytes: [...buffer] })),
      plain: text,
    },
  )

export const attachmentsOfFirst = async (page: Page) => {
  const { data } = await (await page.request.get(`/api/v1/chats/${chatIdOf(page)}/messages`)).json()
  return data[0].attachments.map(({ name }: { name: string }) => name)
}
