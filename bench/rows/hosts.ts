import { sql } from 'kysely'
import { environmentOf, open, type Bench } from '../support/bench.ts'
import { judge, megabytes, round, type Line } from '../support/lines.ts'
import { startHelper } from '../support/processes.ts'

const HOSTS = 100_000
const MEGABYTE = 1024 * 1024

/** P15: resolving a host to its site among 100,000 hosts of as many promoters. */
export async function hosts(bench: Bench): Promise<Line[]> {
  const address = await bench.createEmptyDatabase('bench_hosts')
  const db = open(address)
  await sql`
    with made as (
      insert into promoters (name, slug) select 'Promoter ' || n, 'promoter-' || n from generate_series(1, ${sql.lit(HOSTS)}) n
      returning id, name, slug
    ), sited as (
      insert into sites (promoter_id, site_name) select id, name from made returning promoter_id
    )
    select count(*) from sited`.execute(db)
  await sql`
    insert into hosts (host, promoter_id, verified_at) select 'tickets.' || slug || '.example', id, now() from promoters`.execute(
    db,
  )
  await db.destroy()
  const helper = await startHelper('server', 'resolve-hosts.ts', {
    env: environmentOf(address),
    flags: ['--expose-gc'],
  })
  await helper.stop()
  const { greeting } = helper
  const [ourNs, mapNs, bytes] = [greeting['ourNs'], greeting['mapNs'], greeting['indexBytes']].map(Number)
  if (greeting['hosts'] !== HOSTS || !ourNs || !mapNs || !bytes) throw new Error('The hosts were not found.')
  return [
    {
      id: 'P15',
      what: `host → site among ${HOSTS.toLocaleString('en-GB')} hosts`,
      peer: `a Map: ${round(mapNs)} ns`,
      figure: `${round(ourNs)} ns, ${megabytes(bytes)}`,
      ratio: ourNs / mapNs,
      target: '≤ 5 µs, ≤ 100 MB',
      verdict: judge(ourNs <= 5000 && bytes <= 100 * MEGABYTE),
    },
  ]
}
