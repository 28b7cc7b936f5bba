import type { Registry } from '@prometheus-io/client'
import type { Config } from '#server/platform/config.ts'
import { registerCounter } from '#server/platform/metrics/read-metric.ts'
import { createErrorReports, type ErrorReports } from './error-reports.ts'

/** Starts sending errors to a server with Sentry's protocol. Returns undefined without SENTRY_DSN. */
export function openErrorReports(
  config: Pick<Config, 'SENTRY_DSN' | 'NODE_ENV'>,
  registry: Registry,
): ErrorReports | undefined {
  const dsn = config.SENTRY_DSN
  const reports =
    dsn === '' ? undefined : createErrorReports({ dsn, environment: config.NODE_ENV || 'development' })
  registerCounter(
    registry,
    {
      name: 'foyer_error_reports_total',
      help: 'Errors reported to SENTRY_DSN, by result',
      labels: ['result'],
    },
    () => Object.entries(reports?.counts ?? {}).map(([result, value]) => ({ labels: { result }, value })),
  )
  return reports
}
