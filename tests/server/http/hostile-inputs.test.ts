import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { playHostile } from '#tests/support/hostile/play.ts'
import { openHostileStage, type HostileStage } from '#tests/support/hostile/stage.ts'

let stage: HostileStage
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  stage = await openHostileStage(database)
})
afterAll(async () => {
  await stage.close()
  await drop()
})

test('no value of any field breaks, slows or blocks the server', async () => {
  const { calls, fair, unheard, problems } = await playHostile(stage, false)
  expect(problems).toEqual([])
  expect(calls).toBeGreaterThan(600)
  // The valid calls around it mostly succeed, so that more than schema validation is tested.
  expect(unheard.slice(Math.floor(fair / 5))).toEqual([])
})
