import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { createTokenCheck, METRICS_PATH, sendMetrics } from './answer-metrics.ts'

interface MetricsServer {
  port: number
  stop: () => Promise<void>
}

/**
 * Serves `/metrics` on METRICS_PORT, which only the monitoring network should reach. If METRICS_TOKEN is set, callers must
 * send it here, too.
 */
export async function serveMetrics(
  config: Config,
  log: Logger,
  read: () => Promise<string>,
): Promise<MetricsServer | undefined> {
  if (config.METRICS_PORT === undefined) return undefined
  const hasToken = createTokenCheck(config)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== METRICS_PATH) return refuse(response, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405)
    if (config.METRICS_TOKEN !== '' && hasToken(request) !== true) return refuse(response, 401)
    sendMetrics(request, response, await read())
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'The metrics could not be read')
      refuse(response, 500)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.METRICS_PORT, config.HOST, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'Cache-Control': 'no-store' }).end()
}
