import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'

const LOOK_EVERY_MS = 5000
/** Share of the time in which the event loop ran, below which a process counts as idle. */
const IDLE_UTILIZATION = 0.05
/** A process is idle after this many windows in a row. */
const IDLE_WINDOWS = 2
/** A collection follows another after a minute, or after a thousand times as long as the last one took: light traffic goes on meanwhile. */
const MIN_PAUSE_MS = 60_000
const PAUSE_FACTOR = 1000
/** Growth since the last collection that is worth another one. */
const MIN_GROWTH_BYTES = 24 * 1024 * 1024

export interface MemoryOptions {
  log: Logger
  lookEveryMs?: number
}

/**
 * Collects garbage after a burst, when the event loop is idle, at most once a minute. V8 keeps the pages of a burst otherwise: it grows the heap
 * under load and doesn't shrink it while nothing is allocated. Only V8's collection of last resort returns them to the system. It stops the
 * process for about 1.2 ms per megabyte of live heap, so a busy one never does it.
 */
export function releaseMemoryWhenIdle({ log, lookEveryMs = LOOK_EVERY_MS }: MemoryOptions): () => void {
  const collect = exposeCollection()
  let since = performance.eventLoopUtilization()
  let idleWindows = 0
  let settledBytes = 0
  let nextAt = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, since)
    since = now
    idleWindows = utilization < IDLE_UTILIZATION ? idleWindows + 1 : 0
    const usedBytes = process.memoryUsage.rss()
    const startedAt = performance.now()
    if (idleWindows < IDLE_WINDOWS || startedAt < nextAt) return
    if (usedBytes - settledBytes < MIN_GROWTH_BYTES) return
    collect()
    settledBytes = process.memoryUsage.rss()
    const tookMs = Math.round(performance.now() - startedAt)
    idleWindows = 0
    nextAt = performance.now() + Math.max(MIN_PAUSE_MS, tookMs * PAUSE_FACTOR)
    log.debug({ usedBytes, settledBytes, tookMs }, 'Memory was returned to the system')
    since = performance.eventLoopUtilization()
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** V8 offers its collection to code that starts with this flag; a context made after the flag was set has it, too. */
function exposeCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
