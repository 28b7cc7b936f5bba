import { readConfig } from '#server/platform/config.ts'
import { releaseMemoryWhenIdle } from '#server/platform/memory/release-memory.ts'
import { runFoyer } from '#server/run-foyer.ts'
import { reportUsage } from './support/usage.ts'

/** Starts a Foyer in a separate process that reports its CPU time and memory on request. */
const foyer = await runFoyer(readConfig(process.env))
releaseMemoryWhenIdle(foyer.context)
reportUsage(foyer.stop)
process.send?.({ port: foyer.port })
