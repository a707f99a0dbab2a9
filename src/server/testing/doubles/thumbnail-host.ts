import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { RemoteError } from '../../files/remote-fetch.ts'
import type { FetchRemoteImage } from '../../files/remote-image.ts'

/** A double of the video thumbnail host. */
export type PictureHost = {
  /** Sends every address to this host; any status but 200 is no image. */
  fetch: FetchRemoteImage
  /** Every requested address. */
  asked: string[]
  /** Answers the next request with this status or body instead of the picture. */
  next(answer: number | Buffer): void
  close(): Promise<void>
}

/** Like YouTube's: 480 by 360, a wide film in the middle, black bars above and below. */
async function makeVideoPicture(): Promise<Buffer> {
  const film = sharp({ create: { width: 480, height: 270, channels: 3, background: '#f26b3a' } })
  return film.extend({ top: 45, bottom: 45, background: '#000000' }).jpeg({ quality: 95 }).toBuffer()
}

/** Starts a host that has every video. */
export async function startPictureHost(): Promise<PictureHost> {
  const picture = await makeVideoPicture()
  const asked: string[] = []
  const answers: (number | Buffer)[] = []
  const server = createServer((_request, response) => {
    const answer = answers.shift() ?? picture
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    fetch: async (address) => {
      asked.push(address)
      const response = await fetch(`http://127.0.0.1:${port}${new URL(address).pathname}`)
      if (response.status !== 200) throw new RemoteError('unreachable')
      return response.bytes()
    },
    asked,
    next: (answer) => void answers.push(answer),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
