import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { cloneDatabase, type ServerAddress } from '../postgres.ts'
import { doorSchedule, type DoorSchedule } from './command.ts'
import { runSchedule, type Played } from './run-schedule.ts'
import { openDoorWorld, type DoorWorld } from './world.ts'

/** Schedules per database; rows of earlier schedules stay. */
const ON_ONE_DATABASE = 250

export interface DoorChecked extends Omit<Played, 'problems'> {
  /** Number of played schedules, including those of shrinking. */
  played: number
  /** The smallest failing schedule, its failure, and the seed and path to replay it. */
  failure: string | undefined
}

/** `path` replays one failing schedule. */
export async function checkDoorSchedules(check: {
  server: ServerAddress
  seed: number
  count: number
  path?: string | undefined
}): Promise<DoorChecked> {
  const { server, seed, count, path } = check
  const totals = { played: 0, scans: 0, conflicts: 0, deaths: 0, cleared: 0 }
  let open: { world: DoorWorld; drop: () => void; left: number } | undefined
  const close = async (): Promise<void> => {
    await open?.world.close()
    open?.drop()
    open = undefined
  }
  const play = async (one: DoorSchedule): Promise<string[]> => {
    if (!open) {
      const { address, drop } = await cloneDatabase(server)
      open = { world: await openDoorWorld(address), drop, left: ON_ONE_DATABASE }
    }
    totals.played += 1
    open.left -= 1
    const played = await runSchedule(open.world, one)
    for (const key of ['scans', 'conflicts', 'deaths', 'cleared'] as const) totals[key] += played[key]
    if (open.left === 0) await close()
    return played.problems
  }
  const property = fc.asyncProperty(doorSchedule, async (one) => {
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
