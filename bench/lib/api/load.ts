import { Agent, request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { createInterface } from 'node:readline'

/** Requests sent in a loop by each of `connections`, without pause. */
export type ApiLoad = {
  requests: { url: string; method?: string; headers: Record<string, string>; body?: string }[]
  connections: number
  /** Duration in milliseconds. */
  windowMs: number
}

/** Responses per second, and milliseconds per response; `failures` are statuses other than 200. */
export type ApiLoadResult = { rate: number; p50: number; p99: number; failures: number }

const MICRO = 1_000
const agent = new Agent({ keepAlive: true })

const send = ({ url, method = 'GET', headers, body }: ApiLoad['requests'][number]) =>
  new Promise<boolean>((resolve, reject) => {
    request(url, { method, headers, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    })
      .on('error', reject)
      .end(body)
  })

async function run({ requests, connections, windowMs }: ApiLoad): Promise<ApiLoadResult> {
  const times = createHistogram()
  const begun = performance.now()
  let failures = 0
  let next = 0
  const worker = async () => {
    while (performance.now() - begun < windowMs) {
      const it = requests[next++ % requests.length]
      if (!it) return
      const sent = performance.now()
      if (!(await send(it))) failures += 1
      times.record(Math.max(1, Math.round((performance.now() - sent) * MICRO)))
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return {
    rate: times.count / ((performance.now() - begun) / 1_000),
    p50: times.percentile(50) / MICRO,
    p99: times.percentile(99) / MICRO,
    failures,
  }
}

process.stdout.write('"ready"\n')
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`)
}
