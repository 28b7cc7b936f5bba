import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { garbageCollectionPauseMs } from '#server/platform/memory/release-memory.ts'

const MEGABYTE = 1024 * 1024

/** Allocates 200 MB at once, drops them, and reports what the process held after the burst and once it was idle. */
const SCRIPT = `
  const { releaseMemoryWhenIdle } = await import('#server/platform/memory/release-memory.ts')
  let released = 0
  const idle = new Promise((resolve) => {
    const log = { debug: () => { released += 1; resolve() } }
    releaseMemoryWhenIdle({ log, lookEveryMs: 50 })
  })
  const burst = () => {
    const kept = []
    for (let at = 0; at < 1_500_000; at += 1) kept.push({ at, text: 'ticket ' + at })
    return kept.length
  }
  burst()
  const afterBurst = process.memoryUsage.rss()
  // Keeps the process, whose timer doesn't.
  const keeping = setInterval(() => {}, 1000)
  await idle
  const settled = process.memoryUsage.rss()
  // Nothing grows from here on, so nothing is collected again.
  const longAfter = await new Promise((resolve) => setTimeout(() => resolve(released), 1000))
  clearInterval(keeping)
  console.log(JSON.stringify({ afterBurst, settled, released: longAfter, isHidden: typeof globalThis.gc === 'undefined' }))
`

test('an idle process returns the memory of a burst once', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT])
  const { afterBurst, settled, released, isHidden } = JSON.parse(stdout)
  expect(afterBurst - settled).toBeGreaterThan(80 * MEGABYTE)
  expect(released).toBe(1)
  expect(isHidden).toBe(true)
})

test.each([
  { what: 'a minute', tookMs: 20, grown: 30, pauseMs: 60_000 },
  { what: 'a thousand times the last one, if that is longer', tookMs: 90, grown: 30, pauseMs: 90_000 },
  { what: '20 seconds after a burst', tookMs: 90, grown: 200, pauseMs: 20_000 },
  { what: '200 times the last one after a burst, if longer', tookMs: 150, grown: 200, pauseMs: 30_000 },
])('collections are apart by $what', ({ tookMs, grown, pauseMs }) => {
  expect(garbageCollectionPauseMs(tookMs, grown * MEGABYTE)).toBe(pauseMs)
})
