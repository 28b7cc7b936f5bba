import { readConfig } from '#server/platform/config.ts'
import { runFoyer } from '#server/run-foyer.ts'
import { reportUsage } from './support/usage.ts'

/** Starts a Foyer in a separate process that reports its CPU time and memory on request. */
const foyer = await runFoyer(readConfig(process.env))
reportUsage(foyer.stop)
process.send?.({ port: foyer.port })
