import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { openShop } from '#tests/support/shop.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const ROUNDS = 20

test('the jobs leave no listeners on their signal, however many rounds they run', async () => {
  const shop = await openShop()
  onTestFinished(shop.close)
  const spy = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  onTestFinished(() => spy.mockRestore())
  const { context } = shop
  let rounds = 0
  const health = {
    ...context.health,
    jobEnded: (name: string, now: number, error?: string) => {
      context.health.jobEnded(name, now, error)
      if (name === 'sweep holds') rounds += 1
    },
  }
  const jobs = startJobs(
    { ...context, health, config: { ...context.config, SWEEP_INTERVAL_MS: 1 } },
    undefined,
  )
  await waitFor(() => expect(rounds).toBeGreaterThan(ROUNDS))
  const signals = spy.mock.contexts.filter((each) => each instanceof AbortSignal)
  const counts = signals.map((signal) => getEventListeners(signal, 'abort').length)
  await jobs.stop()
  expect(counts).not.toEqual([])
  // At most one per loop that waits for its next round, and one per job that waits for something else.
  expect(Math.max(...counts)).toBeLessThan(ROUNDS)
})
