import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Helper } from './processes.ts'

export interface Usage {
  cpuMs: number
  rssBytes: number
  heapBytes: number
  /** 99th percentile of the event loop's delay since the last reading, in milliseconds. */
  loopP99Ms: number
}

/** Fine enough for delays that visitors notice, at little cost. */
const LOOP_RESOLUTION_MS = 10

/** In the helper: reports its usage on request, and exits with its parent. */
export function reportUsage(close: () => Promise<void>): void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const usage: Usage = {
      cpuMs: (user + system) / 1000,
      rssBytes: rss,
      heapBytes: heapUsed,
      // What Node measures includes the resolution.
      loopP99Ms: Math.max(0, loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS),
    }
    loop.reset()
    process.send?.(usage)
  })
  process.on('disconnect', () => void close().then(() => process.exit(0)))
}

/** In the bench: requests the usage. */
export async function readUsage(helper: Helper): Promise<Usage> {
  const { cpuMs, rssBytes, heapBytes, loopP99Ms } = await helper.ask('usage')
  return {
    cpuMs: Number(cpuMs),
    rssBytes: Number(rssBytes),
    heapBytes: Number(heapBytes),
    loopP99Ms: Number(loopP99Ms),
  }
}
