// @vitest-environment node
import { expect, it } from 'vitest'
import { readFrames } from '#tests/support/frames/read-frames.ts'
import { IS_FULL } from '#tests/support/sample.ts'

// `npm run soak -- --only=frames` reads 500 random ones.
const COUNT = IS_FULL ? 8 : 3
const SEED = 1

it('a camera’s pictures of tickets are read: on dim screens and on paper, tilted, blurred, with glare', async () => {
  const { read, wrong } = await readFrames({ seed: SEED, count: COUNT })
  expect(wrong).toEqual([])
  expect(read).toBe(COUNT)
})
