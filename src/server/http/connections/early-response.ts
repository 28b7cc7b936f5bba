import { ServerResponse, type IncomingMessage } from 'node:http'

/** Time for a client to read a response sent before its request was complete, in milliseconds. */
const LINGER_MS = 500

/**
 * May be sent before the request's body was read, such as 413. Closes the connection in an order that lets the client read
 * the response: closing a socket with unread bytes resets it, and the client may lose the response.
 */
export class EarlyResponse extends ServerResponse {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.req.complete && hasBody(this.req)) {
      this.setHeader('Connection', 'close')
      closeGently(this.req)
    }
    // Node declares overloads with and without status message; arguments are passed on.
    super.writeHead.apply(this, [status, ...rest] as Parameters<ServerResponse['writeHead']>)
    return this
  }
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Node calls `destroySoon` after the last response of a connection was written. Unread data is not read. */
function closeGently(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    if (socket.writableEnded) return
    // Draining the request would resume the socket; destroying it would close the socket before the response was read.
    request._read = () => undefined
    socket.pause()
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
