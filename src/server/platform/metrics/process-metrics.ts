import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from '@prometheus-io/client'
import { registerCounter, registerGauge } from './read-metric.ts'

const LOOP_RESOLUTION_MS = 20
/** Percentiles of the event loop's delay; 100 is the maximum. The label `quantile` is reserved for summaries. */
const LOOP_PERCENTILES = [50, 99, 100]

export function addProcessMetrics(registry: Registry, nodeId: string): void {
  registerGauge(
    registry,
    { name: 'foyer_process_info', help: 'The process, by id of its node', labels: ['node'] },
    () => [{ labels: { node: nodeId }, value: 1 }],
  )
  registerGauge(
    registry,
    { name: 'foyer_process_uptime_seconds', help: 'Time since the process started' },
    () => [{ value: process.uptime() }],
  )
  registerGauge(
    registry,
    { name: 'foyer_process_memory_bytes', help: 'Memory of the process, by kind', labels: ['kind'] },
    () => {
      const { rss, heapUsed } = process.memoryUsage()
      return [
        { labels: { kind: 'resident' }, value: rss },
        { labels: { kind: 'heap' }, value: heapUsed },
      ]
    },
  )
  registerCounter(registry, { name: 'foyer_process_cpu_seconds_total', help: 'CPU time' }, () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / 1e6 }]
  })
  addEventLoopMetric(registry)
}

function addEventLoopMetric(registry: Registry): void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  const metric = {
    name: 'foyer_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last reading, by percentile',
    labels: ['percentile'],
  }
  registerGauge(registry, metric, () => {
    const samples = LOOP_PERCENTILES.map((percentile) => ({
      labels: { percentile: String(percentile) },
      // Node's measurement includes the resolution of its timer.
      value: Math.max(0, nanosecondsAt(loop, percentile) / 1e9 - LOOP_RESOLUTION_MS / 1000),
    }))
    loop.reset()
    return samples
  })
}

const nanosecondsAt = (loop: ReturnType<typeof monitorEventLoopDelay>, percentile: number): number =>
  percentile === 100 ? loop.max : loop.percentile(percentile)
