import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ageOf, STAMP_LENGTH, STAMP_MARK } from './timestamp.ts'

/** Streams opened evenly over `staggerMs`, and measured in the `windowMs` afterwards. */
export type Load = {
  targets: { url: string; body: string }[]
  headers: Record<string, string>
  staggerMs: number
  windowMs: number
}

/**
 * In milliseconds, except `tokens`, received within the window, and `failures`, streams that did not end
 * well.
 */
export type LoadResult = {
  tokens: number
  failures: number
  firstToken: { p50: number; p99: number }
  delay: { p50: number; p99: number }
  gap: { p50: number; p99: number }
}

const MICRO = 1_000
const agent = new Agent({ keepAlive: true })

class Figures {
  tokens = 0
  failures = 0
  isOpen = false
  readonly firstToken = createHistogram()
  readonly delay = createHistogram()
  readonly gap = createHistogram()
}

const record = (histogram: ReturnType<typeof createHistogram>, milliseconds: number) =>
  histogram.record(Math.max(1, Math.round(milliseconds * MICRO)))

/** Finds the stamps in one stream. */
class Reading {
  readonly #figures: Figures
  readonly #begun = performance.now()
  #last = 0
  #rest = Buffer.alloc(0)

  constructor(figures: Figures) {
    this.#figures = figures
  }

  take(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#rest, chunk])
    const now = performance.now()
    let at = bytes.indexOf(STAMP_MARK)
    while (at !== -1 && at + STAMP_LENGTH <= bytes.length) {
      this.#note(now, ageOf(bytes, at))
      at = bytes.indexOf(STAMP_MARK, at + STAMP_LENGTH)
    }
    this.#rest = at === -1 ? Buffer.alloc(0) : bytes.subarray(at)
  }

  #note(now: number, age: number): void {
    if (this.#last === 0) record(this.#figures.firstToken, now - this.#begun)
    else if (this.#figures.isOpen) {
      this.#figures.tokens += 1
      record(this.#figures.delay, age)
      record(this.#figures.gap, now - this.#last)
    }
    this.#last = now
  }
}

const read = ({ url, body }: Load['targets'][number], headers: Load['headers'], figures: Figures) =>
  new Promise<void>((resolve) => {
    const reading = new Reading(figures)
    const fail = () => {
      figures.failures += 1
      resolve()
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode === 200) response.on('data', (chunk) => reading.take(chunk)).on('end', resolve)
      else response.resume().on('end', fail)
      response.on('error', fail)
    })
    sent.on('error', fail).end(body)
  })

async function run({ targets, headers, staggerMs, windowMs }: Load): Promise<LoadResult> {
  const figures = new Figures()
  const pause = staggerMs / targets.length
  const begun = performance.now()
  const streams: Promise<void>[] = []
  for (const [index, target] of targets.entries()) {
    const wait = begun + index * pause - performance.now()
    if (wait >= 1) await sleep(wait)
    streams.push(read(target, headers, figures))
  }
  await sleep(Math.max(1, begun + staggerMs - performance.now()))
  figures.isOpen = true
  process.stdout.write('"open"\n')
  await sleep(windowMs)
  figures.isOpen = false
  process.stdout.write('"closed"\n')
  await Promise.all(streams)
  const percentiles = (histogram: ReturnType<typeof createHistogram>) => ({
    p50: histogram.percentile(50) / MICRO,
    p99: histogram.percentile(99) / MICRO,
  })
  const { tokens, failures, firstToken, delay, gap } = figures
  return {
    tokens,
    failures,
    firstToken: percentiles(firstToken),
    delay: percentiles(delay),
    gap: percentiles(gap),
  }
}

process.stdout.write('"ready"\n')
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`)
}
