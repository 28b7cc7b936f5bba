import type { Bench } from '../../support/bench.ts'
import { judge, milliseconds, quantile, round, type Line } from '../../support/lines.ts'
import { runDoors } from '../../support/doors.ts'
import { fullHouse } from './full-house.ts'

const DEVICES = 50
const SCANS = 20_000
/** As a device does (`stores/portal/door/sync-door.ts`, `door.ts`). */
const BATCH = 200
const RETRY_MS = 4000
const MIN_PER_MINUTE = 20_000

/** P22: 50 devices come back online at the same moment, with 400 scans each. */
export async function syncing(bench: Bench): Promise<Line[]> {
  const house = await fullHouse(bench)
  const tokens: string[] = []
  for (let device = 1; device <= DEVICES; device += 1) tokens.push(await house.pair(`Device ${device}`))
  const synced = await runDoors({
    origin: bench.foyer.origin,
    eventId: house.eventId,
    tokens,
    // Not those that other rows scan.
    ticketIds: house.ticketIds.slice(1000, 1000 + SCANS),
    batch: BATCH,
    retryMs: RETRY_MS,
  })
  if (synced.stored !== SCANS) bench.problems.push(`${synced.stored} of ${SCANS} scans were stored`)
  const perMinute = (synced.stored / synced.storedMs) * 60_000
  return [
    {
      id: 'P22',
      what: `scans stored, ${DEVICES} devices syncing at once`,
      peer: '–',
      figure: `${round(perMinute)}/min, p95 of a call ${milliseconds(quantile(synced.tookMs, 0.95))}`,
      target: '≥ 20,000/min',
      verdict: judge(perMinute >= MIN_PER_MINUTE),
      note:
        `${round(SCANS)} scans in ${round(synced.storedMs / 1000)} s; all devices had all of them after ` +
        `${round(synced.knownMs / 1000)} s. ${synced.busy} calls were asked to try again.`,
    },
  ]
}
