import { readConfig } from '#server/config.ts'
import { runFoyer } from '#server/run-foyer.ts'
import { reportUsage } from './support/usage.ts'

/** A Foyer in a process of its own, which says what it has used when it is asked. */
const foyer = await runFoyer(readConfig(process.env))
reportUsage(foyer.stop)
process.send?.({ port: foyer.port })
