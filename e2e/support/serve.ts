import { readConfig } from '#server/platform/config.ts'
import { runFoyer } from '#server/run-foyer.ts'

/** A Foyer process with a clock that the test can move. */
let ahead = 0
const foyer = await runFoyer(readConfig({ ...process.env, NODE_ENV: '' }), {
  clock: { now: () => Date.now() + ahead },
})

process.on('message', (message: { ahead: number }) => {
  ahead = message.ahead
  process.send?.({ ahead })
})
process.on('disconnect', () => void foyer.stop().then(() => process.exit(0)))
process.send?.({ port: foyer.port })
