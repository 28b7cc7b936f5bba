import { ServerResponse, type IncomingMessage } from 'node:http'

/** How long the client has to read an answer that came before its request had been sent. */
const LINGER_MS = 500

/**
 * An answer that may come before the body of its request: a refusal of something that is too large. Then it closes the connection, so
 * that no more is sent, and does so in the order that lets the client read the answer: a socket that is closed with bytes unread is reset,
 * and a client that is reset while it sends may lose what it has received.
 */
export class EarlyResponse extends ServerResponse {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (!this.req.complete && hasBody(this.req)) {
      this.setHeader('Connection', 'close')
      closeGently(this.req)
    }
    // Node declares one overload with a status message and one without; what came is handed on.
    super.writeHead.apply(this, [status, ...rest] as Parameters<ServerResponse['writeHead']>)
    return this
  }
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Node calls `destroySoon` when the last answer of a connection has been written. What is still being sent is not read. */
function closeGently(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    if (socket.writableEnded) return
    // Whoever drains the request would resume the socket; destroying the request would destroy it before the answer has been read.
    request._read = () => undefined
    socket.pause()
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
