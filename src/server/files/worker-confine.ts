import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import { drop } from './worker-permissions.ts'

// Loaded before a program that handles untrusted files, with its limits in the address of this file. Node's permission
// model holds files and processes. Node 24 holds neither the network nor signals, which are disabled here (decision 46).

/** Low priority, so that live replies come first. */
const NICE = 10

const { searchParams } = new URL(import.meta.url)
const [memoryBytes, processorMs] = ['memoryBytes', 'processorMs'].map((name) =>
  Number(searchParams.get(name)),
)

/**
 * Runs in a thread of its own, since a decoder in a loop blocks the timers of its thread, and Node limits the heap only.
 * Processor time does not include waiting for a processor.
 */
function watch(memoryBytes: number, processorMs: number): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    const isOver = process.memoryUsage.rss() > memoryBytes || (user + system) / 1_000 > processorMs
    if (isOver) process.kill(process.pid, 'SIGKILL')
  }, 10)
}

os.setPriority(NICE)
// As a text, because a thread that loads TypeScript starts later.
new Worker(`(${watch})(${memoryBytes}, ${processorMs})`, { eval: true, execArgv: [] }).unref()

function refuse(): never {
  throw Object.assign(new Error('not available to a program for files'), { code: 'ERR_ACCESS_DENIED' })
}

/** Replaces functions and classes of `owner` by a refusal. */
function disable(owner: object, names: string[] = Object.getOwnPropertyNames(owner)): void {
  for (const name of names)
    if (typeof Reflect.get(owner, name) === 'function') Reflect.set(owner, name, refuse)
}

// Another thread would have the original functions.
drop('worker')
// Every protocol of Node opens its connections and ports with these functions.
disable(net.Socket.prototype, ['connect'])
disable(net.Server.prototype)
disable(net, ['_createServerHandle'])
disable(dgram)
disable(dns.promises)
disable(dns)
disable(globalThis, ['fetch'])
// The server is a process of the same user.
disable(process, ['kill', '_kill', '_debugProcess'])
disable(os, ['setPriority'])
syncBuiltinESMExports()
