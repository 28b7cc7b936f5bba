import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { ServerAddress } from './postgres.ts'

export interface DatabaseProxy {
  address: ServerAddress
  /** Accepts connections and forwards nothing. */
  hang: () => void
  /** Refuses new connections and breaks existing ones. */
  refuse: () => Promise<void>
  /** Forwards buffered and new data again. */
  recover: () => Promise<void>
  close: () => Promise<void>
}

/** Proxy to a database whose network fails on request. `rewrite` changes the server's messages. */
export async function openDatabaseProxy(
  address: ServerAddress,
  rewrite: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  let isHanging = false
  const server = createServer((client) => {
    const database = connect(`${address.host}/.s.PGSQL.${address.port}`)
    for (const [from, to, change] of [
      [client, database, (bytes: Buffer) => bytes],
      [database, client, rewrite],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes: Buffer) => to.write(change(bytes)))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isHanging) from.pause()
    }
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const own = server.address()
    if (own === null || typeof own === 'string') throw new Error('A TCP server has no port.')
    return own.port
  }
  const stopListening = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await listen(0)
  return {
    address: { ...address, host: '127.0.0.1', port },
    hang: () => {
      isHanging = true
      for (const socket of sockets) socket.pause()
    },
    refuse: stopListening,
    recover: async () => {
      isHanging = false
      for (const socket of sockets) socket.resume()
      if (!server.listening) await listen(port)
    },
    close: stopListening,
  }
}
