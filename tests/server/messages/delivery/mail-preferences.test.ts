import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  applyMailPreference,
  findMailForPreferences,
  type MailPreferenceAction,
} from '#server/messages/delivery/mail-preferences.ts'
import { deleteOldMailReports, listMailReports } from '#server/messages/delivery/unsubscription-rows.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { createSmtpMailer } from '#server/messages/delivery/smtp-mailer.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { openTestPost } from '#tests/support/post.ts'

let fixture: ConsoleFixture
let server: MailServer
let post: MailDispatcher

beforeEach(async () => {
  fixture = await openConsoleFixture()
  server = await openMailServer()
  post = openTestPost(fixture.context, server.url)
  const ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, capacity: 50 })
  for (const firstName of ['Ada', 'Grace'])
    await fixture.owner.ask('POST', '/api/promoter/orders', {
      body: {
        items: [{ ticketTypeId, quantity: 1 }],
        customer: { firstName, lastName: 'Guest', email: `${firstName.toLowerCase()}@example.com` },
        takenOutside: 'cash',
      },
    })
  await post.deliver()
})
afterEach(async () => {
  await post.close()
  await server.close()
  await fixture.close()
})

const message = { subject: 'Doors', body: 'Doors open at eight.', audience: { to: 'buyers', filter: {} } }
const preview = async () =>
  (
    await fixture.owner.ask<{ recipients: number; unsubscribed: number }>(
      'POST',
      '/api/promoter/messages/preview',
      { body: message },
    )
  ).data
const send = (recipients: number) =>
  fixture.owner.ask('POST', '/api/promoter/messages', { body: { ...message, recipients } })

/** Latest email to an address, with the token of its footer link. */
function newestTo(address: string) {
  const arrived = server.arrived.findLast(({ to }) => to === address)
  const token = /\/unwanted-mail\/([\w-]+)/.exec(arrived?.mail.text ?? '')?.[1] ?? ''
  return { arrived, token }
}
const site = () => fixture.context.sites.resolve(fixture.host)
const act = (token: string, answer: MailPreferenceAction) =>
  applyMailPreference(fixture.context, { site: site(), token, answer })
const subjectsTo = (address: string): (string | undefined)[] =>
  server.arrived.filter(({ to }) => to === address).map(({ mail }) => mail.subject)

describe('messages of a promoter', () => {
  it('contain an unsubscribe link, and skip unsubscribed addresses', async () => {
    expect(await preview()).toMatchObject({ recipients: 2, unsubscribed: 0 })
    await send(2)
    await post.deliver()
    const { arrived, token } = newestTo('ada@example.com')
    expect(arrived?.raw).toMatch(/^List-Unsubscribe:\s+<http:/m)
    expect(arrived?.mail.html).toContain(`/unwanted-mail/${token}`)
    expect(await act(token, 'stop')).toMatchObject({ data: { to: 'ada@example.com', isStopped: true } })
    expect(await preview()).toMatchObject({ recipients: 1, unsubscribed: 1 })
    expect((await send(2)).error.code).toBe('MESSAGE_OTHERS')
    expect((await send(1)).status).toBe(201)
    await post.deliver()
    expect(subjectsTo('ada@example.com').filter((subject) => subject === 'Doors')).toHaveLength(1)
    expect(subjectsTo('grace@example.com').filter((subject) => subject === 'Doors')).toHaveLength(2)
  })

  it('are not sent after an unsubscription, even when queued before', async () => {
    const { token } = newestTo('ada@example.com')
    await send(2)
    await act(token, 'stop')
    await post.deliver()
    expect(subjectsTo('ada@example.com')).not.toContain('Doors')
    expect(subjectsTo('grace@example.com')).toContain('Doors')
  })

  it('resume on request, and order emails are always sent', async () => {
    const { token } = newestTo('ada@example.com')
    await act(token, 'stop')
    const orders = await fixture.context.db.selectFrom('orders').select('id').execute()
    for (const { id } of orders) await fixture.owner.ask('POST', `/api/promoter/orders/${id}/resends`, {})
    await post.deliver()
    expect(subjectsTo('ada@example.com')).toHaveLength(2)
    await act(token, 'resume')
    expect(await preview()).toMatchObject({ recipients: 2, unsubscribed: 0 })
  })

  it('can be stopped with one click over HTTPS, other emails can’t', async () => {
    const mailer = createSmtpMailer({ url: server.url, clock: fixture.clock })
    const mail = {
      mailId: crypto.randomUUID(),
      from: { name: 'Aurora', address: 'tickets@foyer.example' },
      to: 'ada@example.com',
      replyTo: '',
      subject: 'Doors',
      html: '<p>Eight</p>',
      text: 'Eight',
    }
    await mailer.send({ ...mail, unsubscribeUrl: 'https://aurora.example/unwanted-mail/token' })
    await mailer.send(mail)
    const [stoppable, other] = server.arrived.slice(-2).map(({ raw }) => raw)
    expect(stoppable).toMatch(/^List-Unsubscribe:\s+<https:\/\/aurora\.example\/unwanted-mail\/token>/m)
    expect(stoppable).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(other).not.toContain('List-Unsubscribe')
  })
})

describe('an unwanted email', () => {
  it('is reported once, and listed for operators', async () => {
    const { token } = newestTo('ada@example.com')
    expect(await act(token, 'report')).toMatchObject({ data: { isReported: true } })
    expect(await act(token, 'report')).toMatchObject({ data: { isReported: true } })
    const now = new Date(fixture.clock.now())
    expect(await listMailReports(fixture.context.db, now)).toEqual([
      { slug: 'aurora', isTrusted: false, reported: 1, sent: 2, lastAt: now },
    ])
    const later = new Date(now.getTime() + 91 * 86_400_000)
    await deleteOldMailReports(fixture.context.db, later)
    expect(await listMailReports(fixture.context.db, now)).toEqual([])
  })

  it('is not found by a forged token, or on another promoter’s site', async () => {
    const { token } = newestTo('ada@example.com')
    await insertPromoter(fixture.context.db, 'Basement')
    await fixture.context.sites.reload()
    const find = (text: string, on = site()) =>
      findMailForPreferences(fixture.context, { site: on, token: text })
    expect((await find(token)).success).toBe(true)
    const another = token.startsWith('A') ? 'B' : 'A'
    for (const forged of ['', 'x', another + token.slice(1), `${token}A`, 'A'.repeat(43)])
      expect((await find(forged)).success).toBe(false)
    const elsewhere = fixture.context.sites.resolve('basement.localhost')
    expect(elsewhere.kind).toBe('storefront')
    expect((await find(token, elsewhere)).success).toBe(false)
  })
})
