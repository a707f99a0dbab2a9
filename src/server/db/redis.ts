import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Logger } from 'pino'

const CONNECT_TIMEOUT_MS = 2_000
/** Between two looks at whether Redis still answers, and how long it may take to. */
const LOOK_MS = 500
const ANSWER_MS = 1_000
/** A process that did not run for a while reads what came meanwhile only after its timers. */
const READING_MS = 50
const RETRY_MS = { first: 50, last: 2_000 }

const newClient = (url: string) =>
  createClient({
    url,
    name: 'elenco',
    // What waits for a Redis that is away would be answered long after anybody asks for it.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) =>
        Math.min(RETRY_MS.last, RETRY_MS.first * 2 ** Math.min(retries, 10)) * (0.5 + Math.random() / 2),
    },
  })

type Client = ReturnType<typeof newClient>

export type Redis = {
  /** Whether it answers, as far as is known. */
  readonly isUp: boolean
  /** Every command rejects at once while Redis is away, and within two seconds when it hangs. */
  readonly commands: Client
  /** For commands that wait for something; each must end within a second by itself. */
  readonly waiting: Client
  /** Calls `listener` each time the connection is there, the first one included. */
  onUp(listener: () => void): void
  close(): void
}

/** Connects to Redis, at once and again whenever the connection is lost: never rejects, never ends the process. */
export function connectRedis(url: string, log: Logger): Redis {
  const listeners: (() => void)[] = []
  let isSaidAway = false
  let isClosed = false
  const say = (error: unknown) => {
    if (isSaidAway || isClosed) return
    isSaidAway = true
    log.warn({ err: error }, 'redis is away: replies go on in this instance, limits in the database')
  }

  const commands = newClient(url)
  const waiting = newClient(url)
  const isUp = () => commands.isReady && waiting.isReady
  for (const client of [commands, waiting]) {
    client.on('error', say)
    client.on('ready', () => {
      if (!isUp()) return
      if (isSaidAway) log.info('redis is back')
      isSaidAway = false
      for (const listener of listeners) listener()
    })
    open(client)
  }

  function open(client: Client): void {
    client.connect().catch((error) => !isClosed && log.error({ err: error }, 'redis connection given up'))
  }

  /** A server that hangs keeps its connections, and everything that waits for them. */
  async function look(): Promise<void> {
    for (const client of [commands, waiting]) {
      if (!client.isReady || (await answers(client)) || isClosed || !client.isReady) continue
      say(new Error('no answer'))
      client.destroy()
      open(client)
    }
  }
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look().finally(() => {
      isLooking = false
    })
  }, LOOK_MS)
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

/** What was asked on a connection is answered in order, so that this stands for all of it. */
const answers = (client: Client): Promise<boolean> =>
  Promise.race([
    client.ping().then(
      () => true,
      () => false,
    ),
    sleep(ANSWER_MS, undefined, { ref: false }).then(() => sleep(READING_MS, false, { ref: false })),
  ])
