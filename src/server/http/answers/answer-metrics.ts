import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Context } from '#server/context.ts'
import { hashToken } from '#server/people/emails/random-token.ts'
import { formatMetrics, type ProcessFigures } from '#server/reports/health/format-metrics.ts'
import { readHealth } from '#server/reports/health/read-health.ts'

export const METRICS_PATH = '/metrics'

export type AnswerMetrics = (
  request: IncomingMessage,
  response: ServerResponse,
  asked: { path: string; isFromHere: boolean },
) => Promise<void> | undefined

/**
 * Answers `/metrics` for programs on this machine, and for callers that send METRICS_TOKEN as bearer token. For others it
 * returns undefined, so that they get a 404 page.
 */
export function createMetricsAnswer(context: Context): AnswerMetrics {
  const { config, health } = context
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const token = config.METRICS_TOKEN === '' ? undefined : hashToken(config.METRICS_TOKEN)
  const mayRead = (request: IncomingMessage, isFromHere: boolean): boolean => {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined || !token) return isFromHere
    return timingSafeEqual(hashToken(given), token)
  }
  return (request, response, { path, isFromHere }) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path !== METRICS_PATH || !isRead || !mayRead(request, isFromHere)) return undefined
    return readHealth({ ...context, db: context.slowReads }).then((figures) => {
      const text = formatMetrics(figures, health, processFigures(context, loop))
      response
        .writeHead(200, {
          'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
          'Cache-Control': 'no-store',
        })
        .end(request.method === 'HEAD' ? undefined : text)
    })
  }
}

function processFigures({ health }: Context, loop: ReturnType<typeof monitorEventLoopDelay>): ProcessFigures {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  const longest = loop.max / 1e9
  loop.reset()
  return {
    nodeId: health.node.id,
    uptimeSeconds: process.uptime(),
    memoryBytes: rss,
    heapBytes: heapUsed,
    cpuSeconds: (user + system) / 1e6,
    loopDelaySeconds: longest,
  }
}
