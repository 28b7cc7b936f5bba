import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'

const LOOK_EVERY_MS = 5000
/** A process counts as idle when its event loop is busy for less than this share of the time. */
const IDLE_UTILIZATION = 0.05
/** Number of consecutive idle windows before a process counts as idle. */
const IDLE_WINDOWS = 2
/**
 * Minimum delay between collections: a minute, or a thousand times the duration of the last one, because light
 * traffic continues meanwhile.
 */
const MIN_PAUSE_MS = 60_000
const PAUSE_FACTOR = 1000
/** Heap growth since the last collection that makes another one worthwhile. */
const MIN_GROWTH_BYTES = 24 * 1024 * 1024

export interface MemoryOptions {
  log: Logger
  lookEveryMs?: number
}

/**
 * Collects garbage after a burst, when the event loop is idle, at most once a minute. Otherwise V8 keeps the memory
 * of a burst: it grows the heap under load and doesn't shrink it while nothing is allocated. Only V8's last-resort
 * collection returns memory to the system. It stops the process for about 1.2 ms per megabyte of live heap, so a busy
 * process never runs it.
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

/** Returns V8's collection function. V8 exposes it in contexts that are created while this flag is set. */
function exposeCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
