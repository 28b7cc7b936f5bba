import { killOnce, seeded } from '#tests/support/kills.ts'
import { expect, test } from './support/test.ts'

// `npm run soak -- --only=kills` repeats this a hundred times at random moments.
const KILLS = 3

test.setTimeout(180_000)

test('after SIGKILL during purchases, the next process settles each of them once @full', async ({
  foyer,
}) => {
  const random = seeded(6)
  const node = {
    origin: () => foyer.url(''),
    kill: () => foyer.kill(),
    restart: async (aheadMs: number) => {
      await foyer.restart()
      await foyer.advance(aheadMs)
    },
  }
  for (let kill = 0; kill < KILLS; kill += 1)
    expect(await killOnce({ db: foyer.db, node, random }), `after kill ${kill + 1}`).toEqual([])
})
