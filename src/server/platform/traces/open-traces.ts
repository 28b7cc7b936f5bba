import type { Registry } from '@prometheus-io/client'
import type { Config } from '#server/platform/config.ts'
import { registerCounter } from '#server/platform/metrics/read-metric.ts'
import { createTraces, type Traces } from './traces.ts'

/** Starts sending spans. Returns undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
export function openTraces(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'NODE_ENV'>,
  { registry, nodeId }: { registry: Registry; nodeId: string },
): Traces | undefined {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  const headers = Object.fromEntries(config.OTEL_EXPORTER_OTLP_HEADERS)
  const environment = config.NODE_ENV || 'development'
  const traces = endpoint === '' ? undefined : createTraces({ endpoint, headers, nodeId, environment })
  registerCounter(
    registry,
    {
      name: 'foyer_spans_total',
      help: 'Spans for OTEL_EXPORTER_OTLP_ENDPOINT, by result',
      labels: ['result'],
    },
    () => Object.entries(traces?.counts ?? {}).map(([result, value]) => ({ labels: { result }, value })),
  )
  return traces
}
