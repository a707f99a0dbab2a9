import { median } from '../report.ts'
import type { ApiLoad, ApiLoadResult } from './load.ts'
import { type Call, type Installation, requestsOf } from './rig.ts'

const CONNECTIONS = 10
const ROUNDS = 5
const WINDOW_MS = 2_000

/** A read beside the same without application and session, in requests per second; `floor` of health is our own. */
export type ReadRow = { call: Call; floor: string; goal: number; rate: number; floorRate: number }

type Send = (requests: ApiLoad['requests'], connections: number, windowMs: number) => Promise<ApiLoadResult>

/** Measures in alternating rounds of 10 connections without pause. `floorPort` is the port of `api/floor`. */
export async function measureReads(
  send: Send,
  installation: Installation,
  floorPort: number,
): Promise<{ rows: ReadRow[]; gallery: number }> {
  const { server, people, chats } = installation
  const at = (path: string) => ({ url: `http://127.0.0.1:${floorPort}${path}`, headers: {} })
  const subjects: { call: Call; floor: string; goal: number; control: ApiLoad['requests'] }[] = [
    {
      call: 'session',
      floor: '/api/health',
      goal: 0.3,
      control: [{ url: `${server.url}/api/health`, headers: {} }],
    },
    {
      call: 'chat list',
      floor: 'bare statement',
      goal: 0.5,
      control: people.map(({ userId }) => at(`/list/${userId}`)),
    },
    {
      call: 'chat of 100 messages',
      floor: 'json_agg',
      goal: 0.6,
      control: chats.flat().map(({ id }) => at(`/chat/${id}`)),
    },
  ]
  const rateOf = async (requests: ApiLoad['requests']) => {
    const { rate, failures } = await send(requests, CONNECTIONS, WINDOW_MS)
    if (failures > 0) throw new Error(`${failures} reads failed`)
    return rate
  }
  const rows: ReadRow[] = []
  for (const { control, ...subject } of subjects) {
    const rates: number[] = []
    const floors: number[] = []
    for (let round = -1; round < ROUNDS; round += 1) {
      const floor = await rateOf(control)
      const rate = await rateOf(requestsOf(installation, subject.call))
      // The round before the first one warms up.
      if (round < 0) continue
      rates.push(rate)
      floors.push(floor)
    }
    rows.push({ ...subject, rate: median(rates), floorRate: median(floors) })
  }
  const gallery: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    gallery.push(await rateOf(requestsOf(installation, 'agents')))
  return { rows, gallery: median(gallery) }
}
