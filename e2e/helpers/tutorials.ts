import type { Frame, Page } from '@playwright/test'
import sharp from 'sharp'
import { connect } from '#server/db/connect.ts'
import { tutorials } from '#server/db/schema/index.ts'
import { createLogger } from '#server/log.ts'
import { makeTutorial } from '#server/testing/factories/tutorials.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { expect } from './fixtures.ts'

/** Sets the server's tutorials in this order; the title decides which have a thumbnail. */
export async function setTutorials(
  server: ServerProcess,
  all: { title: string; description?: string; youtubeVideoId?: string; thumbnailUrl?: string }[],
): Promise<void> {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  await db.delete(tutorials)
  for (const [order, tutorial] of all.entries()) await makeTutorial(db, { ...tutorial, order })
  await close()
}

/** Uploads a thumbnail to the server; returns its address. */
export async function keepPicture(page: Page, origin: string): Promise<string> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
    <defs><linearGradient id="a" x2="1" y2="1"><stop stop-color="#1d4f6b"/><stop offset="1" stop-color="#e9b872"/></linearGradient></defs>
    <rect width="640" height="360" fill="url(#a)"/><circle cx="430" cy="190" r="120" fill="#f4e3c1"/>
    <rect x="60" y="60" width="220" height="26" rx="13" fill="#fff"/><rect x="60" y="110" width="150" height="18" rx="9" fill="#fff" opacity=".7"/></svg>`
  const buffer = await sharp(Buffer.from(drawing)).png().toBuffer()
  const answer = await page.request.post('/api/v1/uploads', {
    headers: { Origin: origin },
    multipart: { file: { name: 'cena.png', mimeType: 'image/png', buffer } },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).data.url
}

/** A fake of YouTube's player that sends messages once asked to; `tell` triggers them. */
const PLAYER = `<!doctype html><html lang="pt-BR"><title>Player</title><body style="margin:0;background:#0c0908;color:#fff"><p>Filme</p>
<script>
  const start = Number(new URLSearchParams(location.search).get('start') ?? 0)
  window.tell = (info, event = 'infoDelivery') => parent.postMessage(JSON.stringify({ event, info }), '*')
  addEventListener('message', ({ data, origin }) => {
    if (JSON.parse(data).event !== 'listening' || window.listener) return
    window.listener = origin
    tell({ currentTime: start, duration: 100, playerState: 1 }, 'initialDelivery')
  })
</script></body></html>`

/** Serves the fake player at YouTube's address; nothing leaves the machine. */
export async function playHere(page: Page): Promise<void> {
  await page
    .context()
    .route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: PLAYER }),
    )
}

/** The player's frame, once it has a listener. */
export async function playerOf(page: Page): Promise<Frame> {
  const element = page.locator('iframe[title^="Vídeo:"]')
  await expect(element).toBeVisible()
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error('no player')
  await frame.waitForFunction(() => Reflect.has(window, 'listener'))
  return frame
}

/** Makes the player report position and state. */
export const tell = (player: Frame, info: Record<string, number>): Promise<void> =>
  player.evaluate((said) => {
    const say: (info: unknown) => void = Reflect.get(window, 'tell')
    say(said)
  }, info)

/** Removes the expected requests to the player from the list of offences. */
export function takePlayers(offences: string[]): string[] {
  const isPlayer = (line: string) =>
    line.startsWith('foreign request: https://www.youtube-nocookie.com/embed/')
  const players = offences.filter(isPlayer)
  offences.splice(0, offences.length, ...offences.filter((line) => !isPlayer(line)))
  return players
}
