import { multistream, pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import type { Config } from './config.ts'
import { LOG_SERIALIZERS } from './log-serializers.ts'
import type { Metrics } from './metrics/metrics.ts'

const LEVELS = { 40: 'warn', 50: 'error', 60: 'fatal' } as const

type LoggedLine = [given: Parameters<LogFn>, write: LogFn, level: number]

/**
 * Creates the log. Lines from level error are also written to `reports`, and `metrics` counts lines from level warn.
 */
export function createLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  parts: {
    destination?: DestinationStream
    reports?: DestinationStream | undefined
    metrics?: Pick<Metrics, 'countLogLine'>
  } = {},
): Logger {
  const { destination, reports, metrics } = parts
  const options = {
    level: config.LOG_LEVEL,
    serializers: LOG_SERIALIZERS,
    hooks: {
      logMethod(this: Logger, ...[given, write, level]: LoggedLine): void {
        const name = LEVELS[level as keyof typeof LEVELS]
        if (name) metrics?.countLogLine(name)
        write.apply(this, given)
      },
    },
  }
  if (!reports) return destination ? pino(options, destination) : pino(options)
  return pino(
    options,
    multistream([
      { level: 'trace', stream: destination ?? pino.destination(1) },
      { level: 'error', stream: reports },
    ]),
  )
}
