import type { ServerResponse } from 'node:http'
import type { Context } from '#server/context.ts'
import type { DatabaseState } from '#server/platform/db/standby/write-access.ts'

/** Timeout of the checks in milliseconds, so that `/readyz` responds within 2 s. */
const READY_MS = 1500
const PAGES_PATH = '/readyz/pages'

/**
 * Answers the health checks. Returns false for other paths.
 * - `/healthz`: always 200
 * - `/readyz`: 200 if the process isn't stopping, all sites are loaded and the database accepts writes; the text of a 503 is
 *   the reason, such as `read-only` or `full`
 * - `/readyz/pages`: like `/readyz` without the database, because a node can send cached pages without it
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
  if (path !== '/readyz' && path !== PAGES_PATH) return false
  if (isDraining) {
    say(response, 503, 'stopping')
    return true
  }
  if (!context.sites.isReady()) {
    say(response, 503, 'no sites')
    return true
  }
  if (path === PAGES_PATH) {
    say(response, 200, 'ready')
    return true
  }
  void checkDatabase(context).then((state) =>
    state === 'writable'
      ? say(response, 200, 'ready')
      : say(response, 503, state === 'down' ? 'no database' : state),
  )
  return true
}

const checkDatabase = ({ writeAccess }: Context): Promise<DatabaseState> =>
  writeAccess.checkWithin(READY_MS).catch((): DatabaseState => 'down')

const say = (response: ServerResponse, status: number, word: string): void => {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${word}\n`)
}
