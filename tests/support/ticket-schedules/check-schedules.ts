import fc from 'fast-check'
import { sql } from 'kysely'
import { findContradictions } from '../invariants.ts'
import { cloneDatabase, type ServerAddress } from '../postgres.ts'
import { openWorld, type World } from '../schedules/world.ts'
import { findWrongTickets } from './check-night.ts'
import { ticketSchedule, type TicketCommand, type TicketSchedule } from './command.ts'
import { openTicketNight, type TicketNight } from './night.ts'
import { playStep } from './ticket-steps.ts'

/** Schedules per database; rows of earlier schedules stay. */
const ON_ONE_DATABASE = 100

interface Totals {
  /** Number of played schedules, including those of shrinking. */
  played: number
  offers: number
  accepted: number
  codes: number
  returns: number
  voids: number
  used: number
  deaths: number
}

export interface TicketsChecked extends Totals {
  /** The smallest failing schedule, its failure, and the seed and path to replay it. */
  failure: string | undefined
}

/** `path` replays one failing schedule. */
export async function checkTicketSchedules(check: {
  server: ServerAddress
  seed: number
  count: number
  path?: string | undefined
}): Promise<TicketsChecked> {
  const { server, seed, count, path } = check
  const totals: Totals = {
    played: 0,
    offers: 0,
    accepted: 0,
    codes: 0,
    returns: 0,
    voids: 0,
    used: 0,
    deaths: 0,
  }
  let open: { world: World; drop: () => void; left: number } | undefined
  const close = async (): Promise<void> => {
    if (open) await addTotals(totals, open.world)
    await open?.world.close()
    open?.drop()
    open = undefined
  }
  const play = async (one: TicketSchedule): Promise<string[]> => {
    if (!open) {
      const { address, drop } = await cloneDatabase(server)
      open = { world: await openWorld(address, 'sandbox'), drop, left: ON_ONE_DATABASE }
    }
    totals.played += 1
    open.left -= 1
    const wrong = await runSchedule(open.world, one).catch((error: unknown) => [String(error)])
    if (wrong.length > 0 || open.left === 0) await close()
    return wrong
  }
  const property = fc.asyncProperty(ticketSchedule, async (one) => {
    const wrong = await play(one)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  const details = await fc.check(property, { seed, numRuns: count, ...(path ? { path } : {}) })
  await close()
  const failure = details.failed
    ? `${fc.defaultReportMessage(details)}\n${String(details.errorInstance)}`
    : undefined
  return { ...totals, failure }
}

async function runSchedule(world: World, { commands }: TicketSchedule): Promise<string[]> {
  const night = await openTicketNight(world)
  night.problems.push(...(await findWrongTickets(night)))
  for (const command of commands) {
    await play(night, command)
    if (world.process.life.isOver) await world.startProcess()
    world.process.life.spare()
    night.problems.push(...(await findWrongTickets(night)))
    if (night.problems.length > 0) break
  }
  const wrong = await findContradictions(world.db)
  // Test sessions have no refresh tokens.
  return [...night.problems, ...wrong.filter((each) => !each.startsWith('session'))]
}

async function play(night: TicketNight, command: TicketCommand): Promise<void> {
  const { life } = night.world.process
  night.world.clock.advance(1000)
  if (command.do === 'at once') await Promise.all(command.steps.map((step) => playStep(night, step)))
  else if (command.do === 'deadly') {
    life.doom(command)
    await playStep(night, command.step)
  } else await playStep(night, command)
}

async function addTotals(totals: Totals, world: World): Promise<void> {
  const { rows } = await sql<Omit<Totals, 'played' | 'deaths'>>`
    select count(*)::int as offers, count(*) filter (where status = 'accepted')::int as accepted,
      (select count(*)::int from audit_log where action = 'ticket.code_replaced') as codes,
      (select count(*)::int from ticket_returns) as returns,
      (select count(*)::int from tickets where status = 'void') as voids,
      (select count(*)::int from tickets where status = 'used') as used
    from ticket_transfers`.execute(world.db)
  for (const key of ['offers', 'accepted', 'codes', 'returns', 'voids', 'used'] as const)
    totals[key] += rows[0]?.[key] ?? 0
  totals.deaths += world.deaths
}
