import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { ServerAddress } from './postgres.ts'

/**
 * The same server as one that speaks to people in another language: what it calls an error has other letters, as many bytes of
 * them. Its word for programs (field `V`) stays.
 */
export async function translateServer(
  address: ServerAddress,
): Promise<{ address: ServerAddress; close: () => Promise<void> }> {
  const server = createServer((client) => {
    const database = connect(`${address.host}/.s.PGSQL.${address.port}`)
    client.pipe(database)
    database.on('data', (bytes) =>
      client.write(Buffer.from(bytes.toString('latin1').replaceAll('SERROR\0', 'SFEHLR\0'), 'latin1')),
    )
    database.on('close', () => client.end())
    client.on('close', () => database.destroy())
    for (const socket of [client, database]) socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  if (own === null || typeof own === 'string') throw new Error('A TCP server has no port.')
  return {
    address: { ...address, host: '127.0.0.1', port: own.port },
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
