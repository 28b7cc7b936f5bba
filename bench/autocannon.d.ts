/** Types for the parts of autocannon that the bench uses; the package has none. */
declare module 'autocannon' {
  interface Request {
    method: string
    path: string
    headers: Readonly<Record<string, string>>
    body?: string | undefined
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p99: number }
    errors: number
    timeouts: number
    non2xx: number
    '3xx': number
  }
  const run: (options: {
    url: string
    connections: number
    duration: number
    requests: (Request & { setupRequest: (request: Request) => Request })[]
  }) => Promise<Result>
  // autocannon has only a default export.
  // oxlint-disable-next-line import/no-default-export
  export default run
}
