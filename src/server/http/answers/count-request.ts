import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HealthLog, RouteClass } from '#server/platform/health/health-log.ts'

export function countWhenSent(
  health: HealthLog,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  startedAt: number,
): void {
  response.once('close', () => {
    const { method, url = '' } = request
    health.countRequest(routeOf(url), response.statusCode, performance.now() - startedAt)
    if (method === 'PUT' && url.startsWith('/api/public/carts/') && response.statusCode === 200)
      health.countHold()
  })
}

const routeOf = (url: string): RouteClass => {
  if (url.startsWith('/api/')) return 'api'
  if (url.startsWith('/uploads/')) return 'upload'
  return url.startsWith('/_astro/') ? 'file' : 'page'
}
