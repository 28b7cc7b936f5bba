import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createContext } from '#server/create-context.ts'
import { createFakeClock } from '#tests/support/clock.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { silentLog } from '#tests/support/log.ts'
import { IS_FULL } from '#tests/support/sample.ts'
import { compareSums, visitor, walk } from '#tests/support/simulated-visits.ts'
import { setVisitStage, type VisitStage } from '#tests/support/visit-stage.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'

/** `npm run soak -- --only=visits` simulates 10,000 visits. */
const VISITORS = IS_FULL ? 120 : 50

let stage: VisitStage
let close: () => Promise<void>

beforeAll(async () => {
  const { db, address, drop } = await createTestDatabase()
  const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
  const context = await createContext({
    config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
    db,
    connection: address,
    log: silentLog(),
    clock,
  })
  await context.sites.whenReady(60_000)
  stage = await setVisitStage(context, clock)
  close = async () => {
    await context.close()
    await drop()
  }
})
afterAll(() => close())

test(
  'simulated visits are attributed and counted as by the reference model',
  { timeout: 120_000 },
  async () => {
    const property = fc.asyncProperty(visitor, async (each) => {
      expect(await walk(stage, each)).toEqual([])
    })
    await fc.assert(property, { numRuns: VISITORS })
    expect(await compareSums(stage)).toEqual([])
    const sums = await Promise.all(stage.book.links.map(stage.sums))
    const missing = (['clicks', 'holds', 'orders', 'tickets', 'refundedTickets'] as const).filter((kind) =>
      sums.every((each) => each[kind] === 0),
    )
    expect(missing).toEqual([])
    expect(await findContradictions(stage.context.db)).toEqual([])
  },
)
