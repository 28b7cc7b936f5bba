import { readFrames } from '#tests/support/frames/read-frames.ts'
import { median, milliseconds } from '../support/lines.ts'
import type { SoakOptions } from './soak-options.ts'

const COUNT = 500
const LEAST_SHARE = 0.98

/** Pictures of tickets as a phone's camera takes them, on screens at half brightness and on paper: 98% must be read. */
export async function soakFrames(options: SoakOptions): Promise<string[]> {
  const { count = COUNT, seed = Date.now() % 1_000_000 } = options
  const { read, wrong, failures, decodeMs } = await readFrames({ seed, count })
  process.stdout.write(
    `${read} of ${count} frames read with seed ${seed}, median ${milliseconds(median(decodeMs))} each\n`,
  )
  for (const { seed: frame, medium, shot } of failures)
    process.stdout.write(`  not read: ${frame}, ${medium}, ${JSON.stringify(shot)}\n`)
  return [
    ...wrong.map((frame) => `frame ${frame} was read as another text`),
    ...(read < count * LEAST_SHARE ? [`only ${read} of ${count} frames were read`] : []),
  ]
}
