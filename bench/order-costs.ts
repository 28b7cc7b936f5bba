import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openBench, type Bench } from './support/bench.ts'
import { runBuyers } from './support/buyers.ts'
import { expectConsistent } from './support/consistency.ts'
import { putOnSale } from './support/stock.ts'

/**
 * Prints what a paid order costs: CPU time of Foyer and PostgreSQL, transactions, log bytes and statements, with those of triggers
 * and foreign keys. `--buyers=1` measures orders one after the other. Statements are counted by pg_stat_statements, which takes some of PostgreSQL's
 * time itself; `--plain` measures without it.
 */
const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '5' },
    plain: { type: 'boolean', default: false },
    top: { type: 'string', default: '30' },
  },
})

const COUNTING = ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=all']

/** CPU milliseconds of the server and all its processes, also of those that have exited. */
function postgresCpuMs(postmaster: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readStat(Number(pid)))
    .filter((stat) => stat?.pid === postmaster || stat?.parent === postmaster)
    .reduce((sum, stat) => sum + (stat?.pid === postmaster ? stat.own + stat.exited : (stat?.own ?? 0)), 0)
  return ticks * 10
}

function readStat(pid: number): { pid: number; parent: number; own: number; exited: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, exitedUser = 0, exitedSystem = 0] = [1, 11, 12, 13, 14].map(
      (place) => fields[place],
    )
    return { pid, parent, own: user + system, exited: exitedUser + exitedSystem }
  } catch {
    // It has exited since the folder was listed.
    return undefined
  }
}

interface Counts {
  transactions: number
  logBytes: number
}

async function readCounts({ db }: Bench): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select xact_commit::float8 as transactions, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "logBytes"
    from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0] ?? { transactions: 0, logBytes: 0 }
}

async function postmasterOf({ db }: Bench): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return readStat(rows[0]?.pid ?? 0)?.parent ?? 0
}

interface StatementRow {
  calls: number
  ms: number
  nested: boolean
  text: string
}

async function listStatements({ db }: Bench): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select calls::float8 as calls, total_exec_time as ms, not toplevel as nested, regexp_replace(query, '\\s+', ' ', 'g') as text
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc`.execute(db)
  return rows
}

async function measure(bench: Bench): Promise<void> {
  const postmaster = await postmasterOf(bench)
  const ticketTypeId = await putOnSale(bench.db)
  const shop = (seconds: number) =>
    runBuyers({
      origin: bench.foyer.origin,
      ticketTypeId,
      buyers: Number(values.buyers),
      forMs: seconds * 1000,
    })
  await shop(8)
  if (!values.plain) await sql`select pg_stat_statements_reset()`.execute(bench.db)
  const [usage, cpuMs, counts] = [
    await bench.foyer.usage(),
    postgresCpuMs(postmaster),
    await readCounts(bench),
  ]
  const bought = await shop(Number(values.seconds))
  const [usageAfter, cpuAfterMs, countsAfter] = [
    await bench.foyer.usage(),
    postgresCpuMs(postmaster),
    await readCounts(bench),
  ]
  const orders = bought.tookMs.length
  const each = (value: number): string => (value / orders).toFixed(2)
  const times = bought.tookMs.toSorted((a, b) => a - b)
  const at = (part: number): string => (times[Math.floor(part * (orders - 1))] ?? 0).toFixed(0)
  const lines = [
    `${orders} orders, ${(orders / bought.seconds).toFixed(0)}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, errors ${bought.errors.length}`,
    `per order: Foyer ${each(usageAfter.cpuMs - usage.cpuMs)} ms of CPU, PostgreSQL ${each(cpuAfterMs - cpuMs)} ms of CPU`,
    `per order: ${each(countsAfter.transactions - counts.transactions)} transactions, ${each(countsAfter.logBytes - counts.logBytes)} bytes of log`,
  ]
  if (!values.plain) {
    const statements = await listStatements(bench)
    const sum = (rows: readonly StatementRow[], of: (row: StatementRow) => number) =>
      each(rows.reduce((total, row) => total + of(row), 0))
    for (const nested of [false, true]) {
      const rows = statements.filter((row) => row.nested === nested)
      lines.push(
        `${nested ? 'in triggers and foreign keys' : 'sent'}: ${sum(rows, (row) => row.calls)} statements, ${sum(rows, (row) => row.ms)} ms`,
      )
    }
    for (const row of statements.slice(0, Number(values.top)))
      lines.push(
        `${each(row.calls).padStart(7)} × ${each(row.ms)} ms ${row.nested ? '  ' : ''}${row.text.trim().slice(0, 150)}`,
      )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
  await expectConsistent(bench, 'paid orders')
}

const bench = await openBench(undefined, values.plain ? [] : COUNTING)
try {
  if (!values.plain) await sql`create extension pg_stat_statements`.execute(bench.db)
  await measure(bench)
  process.stdout.write(bench.problems.map((problem) => `${problem}\n`).join(''))
} finally {
  await bench.close()
}
