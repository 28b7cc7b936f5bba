import { request } from 'node:http'
import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { Context } from '#server/context.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { judge, milliseconds, quantile, type Line } from '../support/lines.ts'
import { CONSOLE_REQUESTS, type ConsoleRequest } from './console-requests.ts'
import { ownerOf, SHOPS } from './seed-shops.ts'

const TIMES = 25
const WITHIN_MS = 200

interface Caller {
  origin: string
  host: string
  bearer: string
  ids: Readonly<Record<string, string>>
}

/** Measures the response times of all listed paths that contain `only`, one after the other. */
export async function askConsole(
  context: Context,
  { origin, only }: { origin: string; only: string },
): Promise<Line[]> {
  const [{ slug }] = SHOPS
  const caller = {
    origin,
    host: `${slug}.localhost`,
    bearer: await signIn(context, slug),
    ids: await findIds(context.db, slug),
  }
  const lines: Line[] = []
  for (const request of CONSOLE_REQUESTS.filter(({ path }) => path.includes(only)))
    lines.push(await measure(caller, request))
  return lines
}

async function measure(caller: Caller, { path, kind, withinMs = WITHIN_MS }: ConsoleRequest): Promise<Line> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => caller.ids[name] ?? '')
  const took: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const begunAt = performance.now()
    const status = await statusOf(caller, address, kind)
    if (status !== 200) throw new Error(`${address} answered ${status}.`)
    took.push(performance.now() - begunAt)
  }
  const p50 = quantile(took, 0.5)
  const p95 = quantile(took, 0.95)
  return {
    id: 'P19',
    what: path.replace('/api/promoter', ''),
    peer: kind,
    figure: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`,
    target: `p95 ≤ ${withinMs} ms`,
    verdict: judge(p95 <= withinMs),
  }
}

const statusOf = (
  { origin, host, bearer }: Caller,
  path: string,
  kind: ConsoleRequest['kind'],
): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host, ...(kind === 'api' ? { authorization: `Bearer ${bearer}` } : {}) }
    const sent = request(new URL(path, origin), { headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject).end()
  })

async function signIn(context: Context, slug: string): Promise<string> {
  const { id } = await context.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', ownerOf(slug))
    .executeTakeFirstOrThrow()
  return insertSession(context, id)
}

async function findIds(db: Kysely<Database>, slug: string): Promise<Record<string, string>> {
  const { rows } = await sql<Record<string, string>>`
    select most."eventId", o.id as "orderId", o.number, o.first_name as "firstName", o.last_name as "lastName", o.email
    from (
      select i.event_id as "eventId", min(i.order_id::text) as "orderId"
      from order_items i join promoters p on p.id = i.promoter_id join orders o on o.id = i.order_id
      where p.slug = ${slug} and o.status = 'paid' group by 1 order by count(*) desc limit 1
    ) most join orders o on o.id = most."orderId"::uuid`.execute(db)
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, encodeURIComponent(value)]),
  )
}
