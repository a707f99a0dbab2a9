import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Logger } from 'pino'

const CONNECT_TIMEOUT_MS = 2_000
/** Milliseconds between health checks, and until a check times out. */
const CHECK_INTERVAL_MS = 500
const CHECK_TIMEOUT_MS = 1_000
/** After a pause of the process, timers run before pending data is read. */
const READING_MS = 50
const RETRY_MS = { first: 50, last: 2_000 }

const newClient = (url: string) =>
  createClient({
    url,
    name: 'elenco',
    // Fail commands at once while Redis is down, because a late answer is useless.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) =>
        Math.min(RETRY_MS.last, RETRY_MS.first * 2 ** Math.min(retries, 10)) * (0.5 + Math.random() / 2),
    },
  })

type Client = ReturnType<typeof newClient>

export type Redis = {
  /** As far as known from the last check. */
  readonly isUp: boolean
  /** Commands reject at once while Redis is down, and within two seconds when it hangs. */
  readonly commands: Client
  /** For blocking commands; each must end within a second. */
  readonly waiting: Client
  /** Calls `listener` after each connection, the first included. */
  onUp(listener: () => void): void
  close(): void
}

/** Connects to Redis and reconnects forever. Never rejects or ends the process. */
export function connectRedis(url: string, log: Logger): Redis {
  const listeners: (() => void)[] = []
  let isOutageLogged = false
  let isClosed = false
  const logOutage = (error: unknown) => {
    if (isOutageLogged || isClosed) return
    isOutageLogged = true
    log.warn({ err: error }, 'redis is away: replies go on in this instance, limits in the database')
  }

  const commands = newClient(url)
  const waiting = newClient(url)
  const isUp = () => commands.isReady && waiting.isReady
  for (const client of [commands, waiting]) {
    client.on('error', logOutage)
    client.on('ready', () => {
      if (!isUp()) return
      if (isOutageLogged) log.info('redis is back')
      isOutageLogged = false
      for (const listener of listeners) listener()
    })
    open(client)
  }

  function open(client: Client): void {
    client.connect().catch((error) => !isClosed && log.error({ err: error }, 'redis connection given up'))
  }

  /** Reconnects when the server hangs, which otherwise keeps connections and pending commands open. */
  async function checkHealth(): Promise<void> {
    for (const client of [commands, waiting]) {
      if (!client.isReady || (await answers(client)) || isClosed || !client.isReady) continue
      logOutage(new Error('no answer'))
      client.destroy()
      open(client)
    }
  }
  let isChecking = false
  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    await checkHealth().finally(() => {
      isChecking = false
    })
  }, CHECK_INTERVAL_MS)
  timer.unref()

  return {
    get isUp() {
      return isUp()
    },
    commands,
    waiting,
    onUp: (listener) => void listeners.push(listener),
    close() {
      isClosed = true
      clearInterval(timer)
      for (const client of [commands, waiting]) if (client.isOpen) client.destroy()
    },
  }
}

/** Redis answers a connection in order, so a ping also covers earlier commands. */
const answers = (client: Client): Promise<boolean> =>
  Promise.race([
    client.ping().then(
      () => true,
      () => false,
    ),
    sleep(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() => sleep(READING_MS, false, { ref: false })),
  ])
