import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A chunk on arrival at the proxy, before it is delayed or forwarded. */
export type Chunk = { from: 'client' | 'server'; bytes: Buffer; connection: number }

export type TcpProxy = {
  /** The database's address through the proxy. */
  url: string
  /** Delay of each chunk in milliseconds, in both directions; initially 0. */
  delayMs: number
  /** Called with every chunk; if it cuts the connection, the chunk is not forwarded. */
  onChunk: (chunk: Chunk) => void
  /** Holds all bytes back, like a hanging server or a network that drops packets. */
  pause(): void
  resume(): void
  /** Resets one connection, or all. */
  reset(connection?: number): void
  /** Resets all connections and refuses new ones, like a stopped server. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A fault-injecting proxy on 127.0.0.1 in front of a database, over TCP or a Unix socket. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const folder = decodeURIComponent(target.hostname)
  const port = Number(target.port || 5432)
  const dial = () =>
    folder.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect(port, folder.replace(/^\[|\]$/g, ''))

  const pairs = new Map<number, [Socket, Socket]>()
  let open = Promise.withResolvers<void>()
  open.resolve()
  let isCut = false
  let count = 0

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isCut) return void client.resetAndDestroy()
    count += 1
    const connection = count
    const upstream = dial()
    pairs.set(connection, [client, upstream])
    forward({ from: 'client', source: client, sink: upstream, connection })
    forward({ from: 'server', source: upstream, sink: client, connection })
    for (const socket of [client, upstream]) {
      socket.on('error', () => proxy.reset(connection))
      socket.on('close', () => socket === client && pairs.delete(connection))
    }
  })

  /** Forwards chunks in order, each after its delay. */
  function forward(way: { from: Chunk['from']; source: Socket; sink: Socket; connection: number }): void {
    const { from, source, sink, connection } = way
    let last = Promise.resolve()
    const inTurn = (step: () => void) => {
      last = last.then(async () => {
        if (proxy.delayMs > 0) await sleep(proxy.delayMs)
        await open.promise
        if (!sink.destroyed) step()
      })
    }
    source.on('data', (bytes) => {
      proxy.onChunk({ from, bytes, connection })
      if (!source.destroyed) inTurn(() => sink.write(bytes))
    })
    source.on('end', () => inTurn(() => sink.end()))
    source.on('close', () => inTurn(() => sink.destroy()))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxied = new URL(databaseUrl.replace(target.host, '127.0.0.1'))
  proxied.port = String((server.address() as AddressInfo).port)

  const proxy: TcpProxy = {
    url: proxied.href,
    delayMs: 0,
    onChunk: () => {},
    pause() {
      open = Promise.withResolvers()
    },
    resume: () => open.resolve(),
    reset(only) {
      for (const [connection, [client, upstream]] of pairs) {
        if (only !== undefined && connection !== only) continue
        client.resetAndDestroy()
        upstream.destroy()
      }
    },
    cut() {
      isCut = true
      proxy.reset()
    },
    restore() {
      isCut = false
    },
    async close() {
      proxy.reset()
      open.resolve()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
