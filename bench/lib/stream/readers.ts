import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ageOf, STAMP_LENGTH, STAMP_MARK } from './timestamp.ts'

/** Streams opened evenly over `staggerMs`, or as fast as `connections` that read one after the other can. */
export type Load = {
  targets: { url: string; body: string; headers?: Record<string, string> }[]
  staggerMs: number
  connections?: number
}

/**
 * Over the whole life of all streams, in milliseconds, except `tokens` and `failures`, streams that did not end
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
    this.#figures.tokens += 1
    record(this.#figures.delay, age)
    if (this.#last === 0) record(this.#figures.firstToken, now - this.#begun)
    else record(this.#figures.gap, now - this.#last)
    this.#last = now
  }
}

const read = ({ url, body, headers }: Load['targets'][number], figures: Figures) =>
  new Promise<void>((resolve) => {
    const reading = new Reading(figures)
    const fail = () => {
      figures.failures += 1
      resolve()
    }
    const sent = request(url, { method: 'POST', agent, headers: headers ?? {} }, (response) => {
      if (response.statusCode === 200) response.on('data', (chunk) => reading.take(chunk)).on('end', resolve)
      else response.resume().on('end', fail)
      response.on('error', fail)
    })
    sent.on('error', fail).end(body)
  })

/** Opens streams evenly; resolves when all have ended. */
async function openEvenly({ targets, staggerMs }: Load, figures: Figures): Promise<void> {
  const pause = staggerMs / targets.length
  const begun = performance.now()
  const streams: Promise<void>[] = []
  for (const [index, target] of targets.entries()) {
    const wait = begun + index * pause - performance.now()
    if (wait >= 1) await sleep(wait)
    streams.push(read(target, figures))
  }
  await Promise.all(streams)
}

async function readInTurn({ targets, connections = 1 }: Load, figures: Figures): Promise<void> {
  const left = targets.values()
  const readOn = async () => {
    for (const target of left) await read(target, figures)
  }
  await Promise.all(Array.from({ length: connections }, readOn))
}

async function run(load: Load): Promise<LoadResult> {
  const figures = new Figures()
  await (load.connections ? readInTurn(load, figures) : openEvenly(load, figures))
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
