import { ServerResponse, type IncomingMessage } from 'node:http'

/** Time in milliseconds that a client has for reading a response that was sent before its request was complete. */
const LINGER_MS = 500

/**
 * Response that may be sent before the request's body was read, such as a 413. Closing a socket with unread bytes resets the
 * connection, and the client may lose the response, so this class first lets the client read it.
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
 * Closes the socket without reading the rest of the request. Node calls `destroySoon` after it has written the connection's
 * last response.
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
