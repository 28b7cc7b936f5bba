import { randomInt } from 'node:crypto'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/create-log.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createSiteIndex } from '#server/sites/hosts/site-index.ts'

/** Measures P15 on a database with many hosts and sends the result over IPC. Needs --expose-gc. */
const LOOK_UPS = 1_000_000

const config = readConfig(process.env)
const log = createLog(config)
const { db, close } = await openDatabase(config, log, { exclusive: false })
const before = heapBytes()
const index = createSiteIndex({ db, mainHosts: config.MAIN_HOSTS, log })
await index.whenReady(60_000)
const after = heapBytes()
const hosts = index.hosts()
const map = new Map(hosts.map((host) => [host, host]))
const asked = Array.from({ length: 10_000 }, () => hosts[randomInt(hosts.length)] ?? '')
// Warm up both before measuring.
const rounds = [0, 1].map(() => ({
  ourNs: timeOf((host) => index.resolve(host)),
  mapNs: timeOf((host) => map.get(host)),
}))
process.on('disconnect', () => void close().then(() => process.exit(0)))
process.send?.({ hosts: hosts.length, indexBytes: after - before, ...rounds.at(-1) })

function heapBytes(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function timeOf(lookUp: (host: string) => unknown): number {
  let found = 0
  const startedAt = performance.now()
  for (let count = 0; count < LOOK_UPS; count += 1) {
    if (lookUp(asked[count % asked.length] ?? '')) found += 1
  }
  const tookMs = performance.now() - startedAt
  if (found !== LOOK_UPS) throw new Error(`${LOOK_UPS - found} hosts were not found.`)
  return (tookMs / LOOK_UPS) * 1_000_000
}
