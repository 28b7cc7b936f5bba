import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import type { ServerAddress } from './postgres.ts'

/** Proxy that translates error messages to another language, with the same length. Field `V` (severity for programs) stays. */
export const translateServer = (address: ServerAddress): Promise<DatabaseProxy> =>
  openDatabaseProxy(address, (bytes) =>
    Buffer.from(bytes.toString('latin1').replaceAll('SERROR\0', 'SFEHLR\0'), 'latin1'),
  )
