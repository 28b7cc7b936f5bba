import { sql } from 'kysely'
import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { press as click } from '../fill.ts'
import { openPortalPage, type PortalPage } from '../portal-page.tsx'

const URL = 'https://hooks.example.com/foyer'
const AGAIN = 'Send what was given up again'

let page: PortalPage
beforeEach(async () => {
  page = await openPortalPage()
  const { context, promoterId } = page.shop
  await sql`
    with hook as (
      insert into webhook_endpoints (promoter_id, url, events, secret, is_active, failing_since, given_up_at, created_at, updated_at)
      values (${promoterId}, ${URL}, '{event.updated}', 'whsec_', false, now() - interval '3 days', now(), now(), now()) returning id
    ), told as (
      insert into webhook_events (promoter_id, type, object_type, object_id, data)
      values (${promoterId}, 'event.updated', 'event', 'e', '{}') returning id, seq
    )
    insert into webhook_deliveries (promoter_id, endpoint_id, event_id, seq, object_id, status, attempts, finished_at)
    select ${promoterId}, hook.id, told.id, told.seq, 'e', 'failed', 9, now() from hook, told`.execute(
    context.db,
  )
  await page.signIn('owner')
  const { Webhooks } = await import('#islands/console/developers/Webhooks.tsx')
  const { loadOwnPromoters } = await import('#stores/own-promoters.ts')
  await loadOwnPromoters()
  await page.show(createElement(Webhooks))
  await page.shows(URL)
})
afterEach(() => page.close())

const press = (name: string): Promise<void> =>
  act(async () => {
    for (const each of page.content.querySelectorAll('button')) if (each.textContent === name) each.focus()
    click(page.content, name)
  })
const isShown = (words: string): boolean => page.content.textContent.includes(words)

it('what was given up can be sent again once the endpoint is on', async () => {
  expect([isShown(AGAIN), isShown('It goes out once the endpoint is on.')]).toEqual([true, true])
  await press(`Switch on ${URL}`)
  await page.shows('Switch off')
  expect([isShown(AGAIN), isShown('It goes out once the endpoint is on.')]).toEqual([true, false])
  await press(AGAIN)
  await page.shows('1 message is on its way again.')
  await expect.poll(() => isShown(AGAIN)).toBe(false)
  expect(document.activeElement?.tagName).toBe('H3')
})

it('sent again before, it says when that will be', async () => {
  await press(AGAIN)
  await page.shows('1 message goes out once the endpoint is on.')
  await expect.poll(() => isShown(AGAIN)).toBe(false)
})
