import { once } from 'node:events'
import { createServer } from 'node:net'

type Answer = { id: number; result: Record<string, unknown>; error?: { message: string } }

/** Inspects another Node process through its inspector, without a route in the product. */
export class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))))
  }

  #take({ id, result, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  }

  /** A free port, and options that make a Node process listen on it silently. */
  static async options(): Promise<{ port: number; nodeOptions: string[] }> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    server.close()
    await once(server, 'close')
    const port = typeof address === 'object' && address ? address.port : 0
    return { port, nodeOptions: [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'] }
  }

  static async connect(port: number): Promise<Inspector> {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`)
    const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
    if (!target) throw new Error('nothing to inspect')
    const socket = new WebSocket(target.webSocketDebuggerUrl)
    await once(socket, 'open')
    return new Inspector(socket)
  }

  #call(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#lastId
    const waiting = Promise.withResolvers<Record<string, unknown>>()
    this.#waiting.set(id, waiting)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return waiting.promise
  }

  /** The value of an expression in the process; `perf` and `process` are in scope. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.#call('Runtime.evaluate', {
      expression: `{ const perf = process.getBuiltinModule('node:perf_hooks'); ${expression} }`,
      returnByValue: true,
    })) as { result: { value: T }; exceptionDetails?: { text: string } }
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result.value
  }

  collectGarbage(): Promise<unknown> {
    return this.#call('HeapProfiler.collectGarbage')
  }

  /** Starts a CPU profile, sampled every `intervalUs` microseconds. */
  async startProfile(intervalUs = 500): Promise<void> {
    await this.#call('Profiler.enable')
    await this.#call('Profiler.setSamplingInterval', { interval: intervalUs })
    await this.#call('Profiler.start')
  }

  /** Stops it; returns the content of a `.cpuprofile` file. */
  async stopProfile(): Promise<string> {
    return JSON.stringify((await this.#call('Profiler.stop')).profile)
  }

  close(): void {
    this.#socket.close()
  }
}
