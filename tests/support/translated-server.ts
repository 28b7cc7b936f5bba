import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import type { ServerAddress } from './postgres.ts'

/**
 * The same server as one that speaks to people in another language: what it calls an error has other letters, as many bytes of
 * them. Its word for programs (field `V`) stays.
 */
export const translateServer = (address: ServerAddress): Promise<DatabaseProxy> =>
  openDatabaseProxy(address, (bytes) =>
    Buffer.from(bytes.toString('latin1').replaceAll('SERROR\0', 'SFEHLR\0'), 'latin1'),
  )
