import { Counter, Gauge, type Registry } from '@prometheus-io/client'

interface ReadMetric {
  name: string
  help: string
  labels?: readonly string[]
}

export interface MetricSample {
  labels?: Readonly<Record<string, string>>
  value: number
}

/** Adds a gauge whose samples are read whenever metrics are collected. */
export function registerGauge(
  registry: Registry,
  metric: ReadMetric,
  read: () => readonly MetricSample[],
): void {
  const gauge: Gauge<string> = new Gauge({
    ...configOf(registry, metric),
    collect: () => {
      gauge.reset()
      for (const { labels = {}, value } of read()) gauge.set(labels, value)
    },
  })
}

/** Adds a counter whose value is kept elsewhere as a plain number, so that counting costs nothing. */
export function registerCounter(
  registry: Registry,
  metric: ReadMetric,
  read: () => readonly MetricSample[],
): void {
  const counter: Counter<string> = new Counter({
    ...configOf(registry, metric),
    collect: () => {
      counter.reset()
      for (const { labels = {}, value } of read()) counter.inc(labels, value)
    },
  })
}

const configOf = (registry: Registry, { name, help, labels = [] }: ReadMetric) => ({
  name,
  help,
  labelNames: labels,
  registers: [registry],
})
