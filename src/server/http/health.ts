import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * `/healthz`: the process answers. `/readyz`: it also means to go on, knows every site, and can reach its database. True when
 * the path was one of them.
 */
export function answerHealth(
  context: Context,
  response: ServerResponse,
  { path, isDraining }: { path: string; isDraining: boolean },
): boolean {
  if (path === '/healthz') {
    say(response, 200, 'ok')
    return true
  }
  if (path !== '/readyz') return false
  if (isDraining) {
    say(response, 503, 'stopping')
    return true
  }
  if (!context.sites.isReady()) {
    say(response, 503, 'no sites')
    return true
  }
  sql`select 1`.execute(context.db).then(
    () => say(response, 200, 'ready'),
    () => say(response, 503, 'no database'),
  )
  return true
}

const say = (response: ServerResponse, status: number, word: string): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(`${word}\n`)
}
