import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port of 127.0.0.1 below the ephemeral range, so that no other process gets it between a stop and a
 * start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    // Above 10080, the last port that `fetch` and browsers block.
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
