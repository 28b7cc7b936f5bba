import { ServerResponse, type IncomingMessage } from 'node:http'

/** Milliseconds a client gets to read a response that was sent before its request was complete. */
const LINGER_MS = 500

/**
 * Response that may be sent before the request's body was read, such as a 413. Closing a socket with unread bytes resets it,
 * and the client may lose the response. This class therefore closes the connection in an order that lets the client read the
 * response.
 */
export class EarlyResponse extends ServerResponse {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.req.complete && hasBody(this.req)) {
      this.setHeader('Connection', 'close')
      closeGently(this.req)
    }
    // Node declares overloads with and without a status message, so the arguments are passed on unchanged.
    super.writeHead.apply(this, [status, ...rest] as Parameters<ServerResponse['writeHead']>)
    return this
  }
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Closes the socket without reading the rest of the request. Node calls `destroySoon` after the last response of a
 * connection was written.
 */
function closeGently(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    if (socket.writableEnded) return
    // Draining the request would resume reading, and destroying it would close the socket before the client has read the
    // response.
    request._read = () => undefined
    socket.pause()
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
