import { sql } from 'kysely'
import { act, createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Webhook } from '#contracts/console/developers/webhooks.ts'
import { openMember } from '#tests/support/domains.ts'
import { fill, press as click } from '#tests/islands/fill.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'

const URL = 'https://hooks.example.com/foyer'
const AGAIN = 'Resend failed messages'

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
  const { loadOwnPromoters } = await import('#stores/console/own-promoters.ts')
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

it('failed messages can be resent once the endpoint is active', async () => {
  expect([isShown(AGAIN), isShown('They’re sent once the webhook is on.')]).toEqual([true, true])
  await press(`Turn on ${URL}`)
  await page.shows('Turn off')
  expect([isShown(AGAIN), isShown('They’re sent once the webhook is on.')]).toEqual([true, false])
  await press(AGAIN)
  await page.shows('1 message will be resent.')
  await expect.poll(() => isShown(AGAIN)).toBe(false)
  expect(document.activeElement?.tagName).toBe('H3')
})

it('resending earlier explains when they will be sent', async () => {
  await press(AGAIN)
  await page.shows('1 message will be sent once the webhook is on.')
  await expect.poll(() => isShown(AGAIN)).toBe(false)
})

describe('after a concurrent change', () => {
  const NAME = '[name="description"]'
  let ask: <Data>(method: 'GET' | 'PUT', path: string, body?: object) => Promise<Data>
  const first = async (): Promise<Webhook> =>
    (await ask<{ webhooks: [Webhook] }>('GET', '/api/promoter/webhooks')).webhooks[0]
  const isClosed = (): Promise<void> =>
    expect.poll(() => page.content.querySelector('dialog[open]')).toBeNull()

  beforeEach(async () => {
    const { context, promoterId } = page.shop
    const { bearer } = await openMember(context, promoterId, 'owner')
    ask = (method, path, body) => page.shop.askElsewhere({ bearer, method, path, ...(body && { body }) })
    await press(`Edit ${URL}`)
    const { id, url, version } = await first()
    const theirs = { url, description: 'Theirs', events: ['order.paid'], isActive: true, version }
    await ask('PUT', `/api/promoter/webhooks/${id}`, theirs)
    await act(async () => fill(page.content, NAME, 'Mine'))
    await press('Save')
    await page.shows('Someone else has changed this')
  })

  it('shows both versions and overwrites nothing', async () => {
    const rows = page.content.querySelectorAll('.both-versions dl > div')
    expect([...rows].map(({ textContent }) => textContent)).toEqual([
      'NameYoursMineTheirsTheirs',
      'EventsYoursevent.updatedTheirsorder.paid',
    ])
    expect((await first()).description).toBe('Theirs')
  })

  it('keeps one’s own version, except fields outside of the form', async () => {
    await press('Keep mine')
    await isClosed()
    expect(await first()).toMatchObject({ description: 'Mine', events: ['event.updated'], isActive: true })
  })

  it('takes the other version into the form, which can be edited further', async () => {
    await press('Use theirs')
    await expect.poll(() => page.content.querySelector<HTMLInputElement>(NAME)?.value).toBe('Theirs')
    await act(async () => fill(page.content, NAME, 'Ours'))
    await press('Save')
    await isClosed()
    expect(await first()).toMatchObject({ description: 'Ours', events: ['order.paid'] })
  })
})
