import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

type Connection = { responses: Set<ServerResponse>; progress: number; movedAt: number }

/** The responses in progress by socket; several when the client pipelines requests. */
export class OpenResponses {
  readonly #connections = new Map<Duplex, Connection>()

  add(socket: Socket, response: ServerResponse): void {
    const { responses } = this.#connections.get(socket) ?? this.#open(socket)
    responses.add(response)
    response.once('close', () => responses.delete(response))
  }

  of(socket: Duplex): ServerResponse[] {
    return [...(this.#connections.get(socket)?.responses ?? [])]
  }

  /**
   * Destroys sockets whose client has taken nothing of the pending bytes for `timeoutMs`. Unlike with the socket's
   * own timeout, bytes that the client sends meanwhile are no progress.
   */
  cutStuck(timeoutMs: number): void {
    const now = performance.now()
    for (const [socket, connection] of this.#connections) {
      const progress = progressOf(socket as Socket)
      if (socket.writableLength === 0 || progress !== connection.progress) {
        Object.assign(connection, { progress, movedAt: now })
      } else if (now - connection.movedAt >= timeoutMs) socket.destroy()
    }
  }

  #open(socket: Socket): Connection {
    const connection = { responses: new Set<ServerResponse>(), progress: 0, movedAt: performance.now() }
    this.#connections.set(socket, connection)
    socket.once('close', () => this.#connections.delete(socket))
    return connection
  }
}

/**
 * A number that changes with each byte that the system takes: bytes of finished writes, less those that wait of the
 * current one, which Node's own timeout reads too.
 */
function progressOf(socket: Socket): number {
  const handle: { writeQueueSize?: number } | undefined = Object(socket)._handle
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0)
}
