import { readConfig } from '#server/platform/config.ts'
import { runFoyer } from '#server/run-foyer.ts'

/** Starts a Foyer in a separate process with its clock ahead by AHEAD_MS. */
const aheadMs = Number(process.env['AHEAD_MS'] ?? 0)
const foyer = await runFoyer(readConfig(process.env), { clock: { now: () => Date.now() + aheadMs } })
process.on('disconnect', () => void foyer.stop().then(() => process.exit(0)))
process.send?.({ port: foyer.port })
