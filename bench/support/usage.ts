import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Helper } from './processes.ts'

export interface Usage {
  cpuMs: number
  rssBytes: number
  heapBytes: number
  /** Of `rssBytes`: V8's heap, whose live objects are `heapBytes`. */
  heapPagesBytes: number
  /** Of `rssBytes`: buffers outside V8's heap. */
  externalBytes: number
  /** Of `rssBytes`: mapped files, mainly Node's program. 0 where /proc is missing. */
  fileBytes: number
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
    const { rss, heapUsed, external } = process.memoryUsage()
    const usage: Usage = {
      cpuMs: (user + system) / 1000,
      rssBytes: rss,
      heapBytes: heapUsed,
      heapPagesBytes: getHeapStatistics().total_physical_size,
      externalBytes: external,
      fileBytes: readFileBytes(),
      // What Node measures includes the resolution.
      loopP99Ms: Math.max(0, loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS),
    }
    loop.reset()
    process.send?.(usage)
  })
  process.on('disconnect', () => void close().then(() => process.exit(0)))
}

/** RSS without anonymous pages. */
function readFileBytes(): number {
  try {
    const rollup = readFileSync('/proc/self/smaps_rollup', 'utf8')
    const kilobytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1])
    return (kilobytes('Rss') - kilobytes('Anonymous')) * 1024
  } catch {
    return 0
  }
}

/** In the bench: requests the usage. */
export async function readUsage(helper: Helper): Promise<Usage> {
  const answer = await helper.ask('usage')
  const figure = (name: keyof Usage): number => Number(answer[name])
  return {
    cpuMs: figure('cpuMs'),
    rssBytes: figure('rssBytes'),
    heapBytes: figure('heapBytes'),
    heapPagesBytes: figure('heapPagesBytes'),
    externalBytes: figure('externalBytes'),
    fileBytes: figure('fileBytes'),
    loopP99Ms: figure('loopP99Ms'),
  }
}
