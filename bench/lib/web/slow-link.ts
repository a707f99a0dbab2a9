import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Slow 4G: 1.6 Mbit/s down, 150 ms there and back. */
const BYTES_PER_MS = 200
const ONE_WAY_MS = 75
const PACKET = 1_448
const TICK_MS = 5

export type SlowLink = { url: string; setSlow(isSlow: boolean): void; close(): void }

/**
 * A network between browser and server, also for the requests of a service worker, which the browser's own
 * emulation does not reach. While slow, all connections share its rate packet by packet.
 */
export async function startSlowLink(target: string): Promise<SlowLink> {
  const { hostname, port } = new URL(target)
  const queues = new Map<Socket, Buffer[]>()
  let isSlow = false
  const send = (socket: Socket, bytes: Buffer) => {
    const write = () => socket.destroyed || socket.write(bytes)
    if (isSlow) setTimeout(write, ONE_WAY_MS)
    else write()
  }
  const queue = (socket: Socket, bytes: Buffer) => {
    if (!isSlow) return send(socket, bytes)
    const packets = queues.get(socket) ?? []
    for (let at = 0; at < bytes.length; at += PACKET) packets.push(bytes.subarray(at, at + PACKET))
    queues.set(socket, packets)
  }
  /** Sends a packet of the connection that waits longest; returns its size, 0 without one. */
  const sendNext = (): number => {
    const [next] = queues
    if (!next) return 0
    const [socket, packets] = next
    const packet = packets.shift()
    queues.delete(socket)
    if (packets.length > 0) queues.set(socket, packets)
    if (packet) send(socket, packet)
    return packet?.length ?? 0
  }
  let last = performance.now()
  let budget = 0
  const timer = setInterval(() => {
    const now = performance.now()
    // An idle link saves nothing up.
    budget = Math.min(budget, 0) + (now - last) * BYTES_PER_MS
    last = now
    while (budget > 0) {
      const size = sendNext()
      if (size === 0) break
      budget -= size
    }
  }, TICK_MS)
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname)
    browser.setNoDelay(true).on('data', (bytes) => send(upstream, bytes))
    upstream.setNoDelay(true).on('data', (bytes) => queue(browser, bytes))
    for (const [socket, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setSlow: (value) => {
      isSlow = value
    },
    close: () => {
      clearInterval(timer)
      server.close()
    },
  }
}
