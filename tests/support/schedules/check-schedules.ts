import fc from 'fast-check'
import { sql } from 'kysely'
import { cloneDatabase, type ServerAddress } from '../postgres.ts'
import type { ProviderName } from './books.ts'
import { schedule, type Schedule } from './command.ts'
import { runSchedule } from './run-schedule.ts'
import { openWorld, type World } from './world.ts'

/** Schedules per database; rows of earlier schedules stay. */
const ON_ONE_DATABASE = 50

export interface Checked {
  /** Number of played schedules, including those of shrinking. */
  played: number
  orders: number
  paid: number
  refunds: number
  /** Vouchers that buyers bought, and paid orders that vouchers paid in part or in full. */
  vouchersSold: number
  paidByVoucher: number
  settlements: number
  /** Settlements that failed or were cancelled. */
  returned: number
  deaths: number
  /** The smallest failing schedule, its failure, and the seed and path to replay it. */
  failure: string | undefined
}

/** `path` replays one failing schedule. */
export async function checkSchedules(check: {
  server: ServerAddress
  seed: number
  count: number
  path?: string | undefined
}): Promise<Checked> {
  const { server, seed, count, path } = check
  const stage = createStage(server)
  const property = fc.asyncProperty(schedule, async (one) => {
    const wrong = await stage.play(one)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  const details = await fc.check(property, { seed, numRuns: count, ...(path ? { path } : {}) })
  await stage.close()
  const failure = details.failed
    ? `${fc.defaultReportMessage(details)}\n${String(details.errorInstance)}`
    : undefined
  return { ...stage.totals, failure }
}

interface Stage {
  totals: Omit<Checked, 'failure'>
  play: (one: Schedule) => Promise<string[]>
  close: () => Promise<void>
}

interface OpenWorld {
  world: World
  drop: () => void
  left: number
}

/** Reuses one world per provider; a world with a failure is discarded. */
function createStage(server: ServerAddress): Stage {
  const totals = {
    played: 0,
    orders: 0,
    paid: 0,
    refunds: 0,
    vouchersSold: 0,
    paidByVoucher: 0,
    settlements: 0,
    returned: 0,
    deaths: 0,
  }
  const open = new Map<ProviderName, OpenWorld>()
  const closeOne = async (name: ProviderName): Promise<void> => {
    const last = open.get(name)
    open.delete(name)
    if (!last) return
    await addTotals(totals, last.world)
    await last.world.close()
    last.drop()
  }
  const openNext = async (name: ProviderName): Promise<OpenWorld> => {
    const { address, drop } = await cloneDatabase(server)
    const next = { world: await openWorld(address, name), drop, left: ON_ONE_DATABASE }
    open.set(name, next)
    return next
  }
  return {
    totals,
    close: async () => {
      for (const name of open.keys()) await closeOne(name)
    },
    play: async (one) => {
      const { provider } = one
      const found = open.get(provider) ?? (await openNext(provider))
      totals.played += 1
      found.left -= 1
      const wrong = await runSchedule(found.world, one).catch((error: unknown) => [String(error)])
      if (wrong.length > 0 || found.left === 0) await closeOne(provider)
      return wrong
    },
  }
}

async function addTotals(totals: Stage['totals'], world: World): Promise<void> {
  const { rows } = await sql<Omit<Stage['totals'], 'played' | 'deaths'>>`
    select count(*)::int as orders, count(paid_at)::int as paid,
      (select count(*)::int from refunds where status = 'succeeded') as refunds,
      (select count(voucher_id)::int from voucher_sales) as "vouchersSold",
      count(paid_at) filter (where voucher_cents > 0)::int as "paidByVoucher",
      (select count(*)::int from settlements) as settlements,
      (select count(*)::int from settlements where status in ('failed', 'cancelled')) as returned
    from orders`.execute(world.db)
  for (const key of [
    'orders',
    'paid',
    'refunds',
    'vouchersSold',
    'paidByVoucher',
    'settlements',
    'returned',
  ] as const)
    totals[key] += rows[0]?.[key] ?? 0
  totals.deaths += world.deaths
}
