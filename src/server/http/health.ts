import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** `/healthz`: the process answers. `/readyz`: it can also reach its database. True when the path was one of them. */
export function answerHealth(context: Context, response: ServerResponse, path: string): boolean {
  if (path === '/healthz') {
    say(response, 200, 'ok')
    return true
  }
  if (path !== '/readyz') return false
  sql`select 1`.execute(context.db).then(
    () => say(response, 200, 'ready'),
    () => say(response, 503, 'no database'),
  )
  return true
}

const say = (response: ServerResponse, status: number, word: string): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(`${word}\n`)
}
