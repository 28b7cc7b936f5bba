import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '#server/demo/seeded-random.ts'
import { randomShot, takeFrame, type Frame } from '#tests/support/frames/camera-frame.ts'
import { readFrame } from '#tests/support/frames/read-frames.ts'
import { drawTicket } from '#tests/support/frames/ticket-picture.ts'
import { cameraFlags, writeVideo } from '#tests/support/frames/y4m.ts'
import type { Bench } from '../../support/bench.ts'
import { judge, milliseconds, perSecond, quantile, type Line } from '../../support/lines.ts'
import { fullHouse } from './full-house.ts'
import { withPairedPage } from './paired-page.ts'

const CAMERA = { width: 1280, height: 720 }
const FRAMES_PER_SECOND = 20
/** Each ticket is held up for 400 ms. */
const FRAMES_OF_TICKET = 8
const TICKETS = 14
/** Each frame says in its last rows which ticket it shows: four squares, black or white. */
const MARK = 24
const MARK_BITS = 4
const ROUNDS = 3
const ROUND_MS = ((TICKETS * FRAMES_OF_TICKET) / FRAMES_PER_SECOND) * 1000
const MAX_VERDICT_MS = 100
const MIN_PER_SECOND = 2

/** P22: tickets held up to a camera, one after the other, as phones show them. */
export async function heldUp(bench: Bench): Promise<Line[]> {
  const house = await fullHouse(bench)
  const tokens = await house.tokensOf(house.ticketIds.slice(0, TICKETS))
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const file = join(folder, 'camera.y4m')
  try {
    const frames: Frame[] = []
    for (const [index, token] of tokens.entries()) frames.push(await frameOf(token, index))
    writeVideo(
      file,
      frames.flatMap((frame) => Array.from({ length: FRAMES_OF_TICKET }, () => frame)),
      { ...CAMERA, framesPerSecond: FRAMES_PER_SECOND },
    )
    return await withPairedPage(bench, house, {
      flags: cameraFlags(file),
      work: async ({ page, openDoor }) => {
        await openDoor()
        await page.getByRole('button', { name: 'Scan with the camera' }).click()
        await page.locator('.door-video').waitFor()
        await page.evaluate(WATCH_FRAMES)
        await page.waitForTimeout(ROUND_MS * ROUNDS)
        const seen = await page.evaluate(() => ({ shown: doorFrames, verdicts: doorTimes.verdicts }))
        return linesOf(seen)
      },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A frame that can be read: people move their phone until it is. */
async function frameOf(token: string, index: number, attempt = 1): Promise<Frame> {
  const chance = seededRandom(`bench:${index}:${attempt}`)
  const ticket = await drawTicket('phone', chance, token)
  const frame = takeFrame(ticket, randomShot('phone', chance, CAMERA), { chance, ...CAMERA })
  for (let bit = 0; bit < MARK_BITS; bit += 1) {
    const level = ((index + 1) >> bit) % 2 === 1 ? 255 : 0
    for (let row = CAMERA.height - MARK; row < CAMERA.height; row += 1)
      frame.grey.fill(level, row * CAMERA.width + bit * MARK, row * CAMERA.width + (bit + 1) * MARK)
  }
  return (await readFrame(frame)) === token ? frame : frameOf(token, index, attempt + 1)
}

interface Shown {
  ticket: number
  atMs: number
}

/** Notes when a frame with another ticket is first presented. */
const WATCH_FRAMES = `
globalThis.doorFrames = []
const video = document.querySelector('.door-video')
const canvas = new OffscreenCanvas(${MARK * MARK_BITS}, ${MARK})
const drawing = canvas.getContext('2d', { willReadFrequently: true })
let last = 0
const look = (now) => {
  drawing.drawImage(video, 0, video.videoHeight - ${MARK}, ${MARK * MARK_BITS}, ${MARK}, 0, 0, ${MARK * MARK_BITS}, ${MARK})
  const { data } = drawing.getImageData(0, ${MARK / 2}, ${MARK * MARK_BITS}, 1)
  let ticket = 0
  for (let bit = 0; bit < ${MARK_BITS}; bit += 1) if (data[(bit + 0.5) * ${MARK} * 4] > 128) ticket += 1 << bit
  if (ticket !== last && ticket > 0) doorFrames.push({ ticket, atMs: now })
  last = ticket
  video.requestVideoFrameCallback(look)
}
video.requestVideoFrameCallback(look)
`

declare global {
  // Set by the script.
  var doorFrames: Shown[]
}

function linesOf({ shown, verdicts }: { shown: readonly Shown[]; verdicts: readonly number[] }): Line[] {
  // The last ticket may not have been shown for its whole time.
  const waits = shown.slice(0, -1).map(({ atMs }, index) => {
    const verdict = verdicts.find((each) => each > atMs)
    const until = shown[index + 1]?.atMs ?? Infinity
    return verdict !== undefined && verdict < until ? verdict - atMs : undefined
  })
  const read = waits.filter((wait) => wait !== undefined)
  const seconds = ((shown.at(-1)?.atMs ?? 0) - (shown[0]?.atMs ?? 0)) / 1000
  const p95 = quantile(read, 0.95)
  const rate = read.length / seconds
  const note = `${read.length} of ${waits.length} tickets held up for ${(FRAMES_OF_TICKET / FRAMES_PER_SECOND) * 1000} ms each were read meanwhile.`
  return [
    {
      id: 'P22',
      what: 'from a ticket’s first frame to its verdict, p95',
      peer: '–',
      figure: `${milliseconds(p95)}, median ${milliseconds(quantile(read, 0.5))}`,
      target: '≤ 100 ms',
      verdict: judge(p95 <= MAX_VERDICT_MS),
      note,
    },
    {
      id: 'P22',
      what: 'different tickets held up to the camera',
      peer: '–',
      figure: perSecond(rate),
      target: '≥ 2/s',
      verdict: judge(rate >= MIN_PER_SECOND),
    },
  ]
}
