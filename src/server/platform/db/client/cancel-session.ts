import { connect } from 'node:net'

/** Identifies a session in a cancel request. PostgreSQL sends it when the session starts (BackendKeyData). */
export interface SessionKey {
  processID: number
  secretKey: number
}

const CANCEL_REQUEST_CODE = 80_877_102
const CONNECT_MS = 1000

/**
 * Sends a cancel request (PostgreSQL's frontend/backend protocol, "CancelRequest"), which needs no authentication and
 * gets no response. A host with a slash is the folder of a Unix socket.
 */
export function cancelSession({ host, port }: { host: string; port: number }, key: SessionKey): void {
  const request = Buffer.alloc(16)
  request.writeInt32BE(request.byteLength, 0)
  request.writeInt32BE(CANCEL_REQUEST_CODE, 4)
  request.writeInt32BE(key.processID, 8)
  request.writeInt32BE(key.secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // The server may be gone.
  socket.on('error', () => undefined)
  socket.setTimeout(CONNECT_MS, () => socket.destroy()).unref()
  socket.end(request)
}
