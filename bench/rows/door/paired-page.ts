import { chromium, type Page } from 'playwright'
import type { Bench } from '../../support/bench.ts'
import { EVENT_HOST } from '../../support/event-page.ts'
import { NotMeasurable } from '../../support/lines.ts'
import { TIMES_OF_PAGE } from './page-times.ts'
import type { FullHouse } from './full-house.ts'

export interface PairedPage {
  page: Page
  pairingId: string
  /** Opens the event's door, or opens it again. */
  openDoor: () => Promise<void>
}

const PATIENCE_MS = 120_000

/** Runs `work` with the door's page in a new browser, paired as a device. `flags` are Chromium's. */
export async function withPairedPage<Data>(
  bench: Bench,
  house: FullHouse,
  { flags = [], work }: { flags?: readonly string[]; work: (paired: PairedPage) => Promise<Data> },
): Promise<Data> {
  if (!bench.launchOptions) throw new NotMeasurable('No Chromium was found: set CHROMIUM_PATH.')
  const browser = await chromium.launch({
    ...bench.launchOptions,
    args: [...(bench.launchOptions.args ?? []), ...flags],
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    page.setDefaultTimeout(PATIENCE_MS)
    await page.addInitScript(TIMES_OF_PAGE)
    const { id, code } = await house.createPairing('Measured device')
    const door = `http://${EVENT_HOST}:${bench.foyer.port}/account/staff/door`
    await page.goto(`${door}#pair=${code}`)
    await page.getByRole('button', { name: 'Pair this device' }).click()
    await page.getByText('Paired as Measured device').waitFor()
    const openDoor = async (): Promise<void> => {
      await page.goto(`${door}?event=${house.eventId}`)
      await page.getByLabel('Ticket code').waitFor()
      await page.getByText('Online').waitFor()
    }
    return await work({ page, pairingId: id, openDoor })
  } finally {
    await browser.close()
  }
}
