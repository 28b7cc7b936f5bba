import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { ServerAddress } from './postgres.ts'

export interface DatabaseProxy {
  address: ServerAddress
  /** Connections are accepted, and nothing is forwarded any more, in either direction. */
  hang: () => void
  /** Connections are refused, and those that there are break. */
  refuse: () => Promise<void>
  /** Forwards again what it has kept and what comes, as from the start. */
  recover: () => Promise<void>
  close: () => Promise<void>
}

/** A database on loopback TCP whose network fails on demand. `rewrite` changes what the server says. */
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
