import { readConfig } from '#server/config.ts'
import { runFoyer } from '#server/run-foyer.ts'

/** A Foyer for the journeys, in a process of its own, whose clock the journey can move. */
let offset = 0
const foyer = await runFoyer(readConfig(process.env), { clock: { now: () => Date.now() + offset } })

process.on('message', (message: { advance: number }) => {
  offset += message.advance
  process.send?.({ advanced: offset })
})
process.on('disconnect', () => void foyer.stop().then(() => process.exit(0)))
process.send?.({ port: foyer.port })
