import type { Page } from 'playwright'
import type { Bench } from '../../support/bench.ts'
import { judge, milliseconds, type Line } from '../../support/lines.ts'
import { fullHouse } from './full-house.ts'
import { withPairedPage } from './paired-page.ts'

const MAX_MS = 5000
const TIMES = 3
/** Devices ask again after this long. */
const SYNC_MS = 4000

/** P22: how long an online device goes on after its ticket or its pairing was revoked. */
export async function revoking(bench: Bench): Promise<Line[]> {
  const house = await fullHouse(bench)
  return withPairedPage(bench, house, {
    work: async ({ page, pairingId, openDoor }) => {
      await openDoor()
      const tickets: number[] = []
      for (const id of house.ticketIds.slice(500, 500 + TIMES))
        tickets.push(await voidTicket(bench, page, id))
      const startedAt = performance.now()
      await house.ask('DELETE', `/api/promoter/door-pairings/${pairingId}`)
      await page.getByText('This device was revoked').waitFor()
      const device = performance.now() - startedAt
      return [
        toLine(`revoked ticket refused online, worst of ${TIMES}`, Math.max(...tickets)),
        toLine('revoked device refused online', device),
      ]
    },
  })
}

/** Until the device has heard of it. */
async function voidTicket({ db }: Bench, page: Page, id: string): Promise<number> {
  const heard = page.waitForResponse(
    async (answer) => answer.url().endsWith('/sync') && (await answer.text()).includes(id),
  )
  const startedAt = performance.now()
  const { code } = await db
    .updateTable('tickets')
    .set({ status: 'void', voided_at: new Date() })
    .where('id', '=', id)
    .returning('code')
    .executeTakeFirstOrThrow()
  await heard
  const tookMs = performance.now() - startedAt
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Result' }).getByText('Void', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  return tookMs
}

const toLine = (what: string, tookMs: number): Line => ({
  id: 'P22',
  what,
  peer: '–',
  figure: milliseconds(tookMs),
  target: '≤ 5 s',
  verdict: judge(tookMs <= MAX_MS),
  note: `A device syncs every ${SYNC_MS / 1000} s.`,
})
