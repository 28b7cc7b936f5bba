import { connect, createServer, type AddressInfo } from 'node:net'

/** Forwards TCP connections to PostgreSQL’s socket; its answers arrive ROUND_TRIP_MS later, as over a network. */
const { SOCKET = '', ROUND_TRIP_MS = '1' } = process.env

const server = createServer({ noDelay: true }, (client) => {
  const database = connect(SOCKET)
  client.on('data', (bytes) => database.write(bytes))
  // Timers of the same delay run in the order in which they were set.
  database.on('data', (bytes) => setTimeout(() => client.write(bytes), Number(ROUND_TRIP_MS)))
  for (const [one, other] of [
    [client, database],
    [database, client],
  ] as const)
    one.on('error', () => undefined).on('close', () => other.destroy())
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  process.send?.({ port })
})
