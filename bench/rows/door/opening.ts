import type { Page } from 'playwright'
import type { Bench } from '../../support/bench.ts'
import { bytes, judge, milliseconds, quantile, type Line } from '../../support/lines.ts'
import { fullHouse, TICKETS, type FullHouse } from './full-house.ts'
import { withPairedPage } from './paired-page.ts'

const SLOWER = 4
const MAX_BYTES = 2.5 * 1024 * 1024
const MAX_OPENING_MS = 1000
const MAX_SEARCH_MS = 20
const MAX_DURABLE_MS = 10
const OPENINGS = 3
const SCANS = 60

/** P22: a device with the tickets of a full house. */
export async function opening(bench: Bench): Promise<Line[]> {
  const house = await fullHouse(bench)
  const codes = await house.codesOf(house.ticketIds.slice(-SCANS))
  return withPairedPage(bench, house, {
    work: async ({ page, openDoor }) => {
      await openDoor()
      const wire = await snapshotBytes(page)
      for (const code of codes) await scan(page, code)
      const durable = await page.evaluate(() => doorTimes.durable)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      const openings: number[] = []
      for (let time = 0; time < OPENINGS; time += 1) {
        await openDoor()
        openings.push(await page.evaluate(() => doorTimes.openedAt - doorTimes.snapshotAt))
      }
      return [
        snapshotLine(wire),
        openingLine(openings),
        searchLine(await searchTimes(page, house)),
        durableLine(durable),
      ]
    },
  })
}

const snapshotBytes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const found = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/snapshot'))
    return found instanceof PerformanceResourceTiming ? found.encodedBodySize : Number.NaN
  })

async function scan(page: Page, code: string): Promise<void> {
  const before = await page.evaluate(() => doorTimes.durable.length)
  // A hand scanner types whatever has focus; a valid verdict is replaced by the next one.
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForFunction((count) => doorTimes.durable.length > count, before)
}

/** From the keystroke until the result is in the page. */
async function searchTimes(page: Page, { someHolder }: FullHouse): Promise<number[]> {
  const field = page.getByLabel('Search', { exact: true })
  const searched = [
    ...someHolder.split('').map((_, at) => someHolder.slice(0, at + 1)),
    'nobody',
    'zzzzz',
    'anna li',
  ].filter(({ length }) => length >= 3)
  // The second sync has begun: the page has prepared searching.
  await page.waitForResponse((answer) => answer.url().endsWith('/sync'))
  await field.focus()
  return page.evaluate((texts) => {
    const input = document.querySelector<HTMLInputElement>('#search')
    return texts.map((text) => {
      const startedAt = performance.now()
      // As typing does: React overwrites the element's own property.
      if (input) Reflect.set(HTMLInputElement.prototype, 'value', text, input)
      // React renders before the event has ended.
      input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
      return performance.now() - startedAt
    })
  }, searched)
}

const snapshotLine = (wire: number): Line => ({
  id: 'P22',
  what: `snapshot of ${TICKETS.toLocaleString('en-GB')} tickets, compressed`,
  peer: '–',
  figure: bytes(wire),
  target: '≤ 2.5 MB',
  verdict: judge(wire <= MAX_BYTES),
})

function openingLine(times: readonly number[]): Line {
  const worst = Math.max(...times)
  return {
    id: 'P22',
    what: `opened with them, CPU ${SLOWER} × slower, worst of ${times.length}`,
    peer: '–',
    figure: milliseconds(worst),
    target: '≤ 1 s',
    verdict: judge(worst <= MAX_OPENING_MS),
    note: 'From the arrival of the snapshot until codes are read.',
  }
}

function searchLine(times: readonly number[]): Line {
  const p95 = quantile(times, 0.95)
  return {
    id: 'P22',
    what: `search among them, CPU ${SLOWER} × slower, p95 of ${times.length}`,
    peer: '–',
    figure: milliseconds(p95),
    target: '≤ 20 ms',
    verdict: judge(p95 <= MAX_SEARCH_MS),
    note: `From the keystroke until the results are in the page. First one ${milliseconds(times[0] ?? Number.NaN)}.`,
  }
}

function durableLine(times: readonly number[]): Line {
  const p95 = quantile(times, 0.95)
  return {
    id: 'P22',
    what: `scan durable on the device, p95 of ${times.length}`,
    peer: '–',
    figure: milliseconds(p95),
    target: '≤ 10 ms',
    verdict: judge(times.length > 0 && p95 <= MAX_DURABLE_MS),
  }
}
