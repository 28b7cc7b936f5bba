import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'

const LOOK_EVERY_MS = 5000
/** A process counts as idle when its event loop is busy for less than this share of the time. */
const IDLE_UTILIZATION = 0.05
/** Number of consecutive idle windows before a process counts as idle. */
const IDLE_WINDOWS = 2
const MEGABYTE = 1024 * 1024
/** Growth of memory since the last collection that makes another one worthwhile. */
const MIN_GROWTH_BYTES = 24 * MEGABYTE
/** Growth that only a burst of requests causes. */
const BURST_BYTES = 128 * MEGABYTE

export interface MemoryOptions {
  log: Logger
  lookEveryMs?: number
}

/**
 * Returns the minimum time between collections in milliseconds: a minute, or a thousand times the duration of the last one,
 * because light traffic continues meanwhile. Less after a burst, which leaves hundreds of megabytes.
 */
export function garbageCollectionPauseMs(tookMs: number, grownBytes: number): number {
  return grownBytes < BURST_BYTES ? Math.max(60_000, tookMs * 1000) : Math.max(20_000, tookMs * 200)
}

/**
 * Collects garbage after a burst, when the event loop is idle (`garbageCollectionPauseMs`). Otherwise V8 keeps the memory
 * of a burst: it grows the heap under load and doesn't shrink it while nothing is allocated. Only V8's last-resort
 * collection returns memory to the system. It stops the process for about 1.2 ms per megabyte of live heap, so a busy
 * process never runs it.
 */
export function releaseMemoryWhenIdle({ log, lookEveryMs = LOOK_EVERY_MS }: MemoryOptions): () => void {
  const collect = exposeCollection()
  let since = performance.eventLoopUtilization()
  let idleWindows = 0
  let settledBytes = 0
  let last = { endedAt: -Infinity, tookMs: 0 }
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, since)
    since = now
    idleWindows = utilization < IDLE_UTILIZATION ? idleWindows + 1 : 0
    const usedBytes = process.memoryUsage.rss()
    const startedAt = performance.now()
    const grownBytes = usedBytes - settledBytes
    if (idleWindows < IDLE_WINDOWS || grownBytes < MIN_GROWTH_BYTES) return
    if (startedAt - last.endedAt < garbageCollectionPauseMs(last.tookMs, grownBytes)) return
    collect()
    settledBytes = process.memoryUsage.rss()
    const tookMs = Math.round(performance.now() - startedAt)
    idleWindows = 0
    last = { endedAt: performance.now(), tookMs }
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
