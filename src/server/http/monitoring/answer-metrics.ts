import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Registry } from '@prometheus-io/client'
import type { Context } from '#server/context.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import type { Config } from '#server/platform/config.ts'
import { isDatabaseDown } from '#server/platform/db/is-database-down.ts'
import { createDatabaseMetric, readInstallMetrics } from '#server/reports/health/install-metrics.ts'

export const METRICS_PATH = '/metrics'

export type AnswerMetrics = (
  request: IncomingMessage,
  response: ServerResponse,
  requested: { path: string; isFromHere: boolean },
) => Promise<void> | undefined

/**
 * Answers `/metrics` for programs on this machine, and for callers that send METRICS_TOKEN as bearer token. Returns
 * undefined for others, which get the 404 page.
 */
export function createMetricsAnswer(context: Context): AnswerMetrics {
  const { config, metrics } = context
  const hasToken = createTokenCheck(config)
  return (request, response, { path, isFromHere }) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path !== METRICS_PATH || !isRead || !(hasToken(request) ?? isFromHere)) return undefined
    return readMetrics(context, [metrics.registry]).then((text) => sendMetrics(request, response, text))
  }
}

/** Returns as text the metrics of the processes, and those of the install if the database responds. */
export async function readMetrics(
  context: Pick<Context, 'clock' | 'config' | 'slowReads'>,
  ofProcesses: readonly Registry[],
): Promise<string> {
  const install = await readInstallMetrics({ ...context, db: context.slowReads }).catch(withoutDatabase)
  const texts = await Promise.all([install, ...ofProcesses].map((registry) => registry.metrics()))
  return texts.join('')
}

function withoutDatabase(error: unknown): Registry {
  if (!isDatabaseDown(error)) throw error
  return createDatabaseMetric(0)
}

/** Creates the check of a request's bearer token, which returns undefined without a token and if METRICS_TOKEN isn't set. */
export function createTokenCheck({
  METRICS_TOKEN,
}: Pick<Config, 'METRICS_TOKEN'>): (request: IncomingMessage) => boolean | undefined {
  const token = METRICS_TOKEN === '' ? undefined : hashToken(METRICS_TOKEN)
  return ({ headers }) => {
    const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
    return given === undefined || !token ? undefined : timingSafeEqual(hashToken(given), token)
  }
}

export function sendMetrics(request: IncomingMessage, response: ServerResponse, text: string): void {
  response
    .writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
    .end(request.method === 'HEAD' ? undefined : text)
}
