import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Load, Measured } from './support/load.ts'

/** Load generator for machines without wrk: takes a load as JSON, prints the measurements as JSON. */
const fill = (text: string): string => text.replace('{uuid}', () => randomUUID())

const job: Load & { connections: number; seconds: number } = JSON.parse(process.argv[2] ?? '')
const { origin, path, method = 'GET', headers = {}, body } = job
const result = await autocannon({
  url: origin,
  connections: job.connections,
  duration: job.seconds,
  requests: [
    {
      method,
      path,
      headers,
      body,
      setupRequest: (request) => ({
        ...request,
        path: fill(path),
      }),
    },
  ],
})
const measured: Measured = {
  perSecond: result.requests.average,
  p99Ms: result.latency.p99,
  answers: result.requests.total,
  // 304 is an expected status.
  failures: result.errors + result.timeouts + result.non2xx - result['3xx'],
}
process.stdout.write(JSON.stringify(measured))
