import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertSession } from '#tests/support/accounts.ts'
import type { EmailTemplateView, SenderView } from '#contracts/console/email-templates.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { openMember } from '#tests/support/domains.ts'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, type Arrived, type MailServer } from '#tests/support/mail-server.ts'
import { openTestPost } from '#tests/support/post.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

const PATH = '/api/email/templates/order_confirmed'
const WORDS = {
  subject: 'See you, {{customer.firstName}}',
  body: '# Hurrah\n\nIt is **on**, {{customer.firstName}}.\n\n{{tickets}}',
}

let fixture: ConsoleFixture
let server: MailServer
let post: MailDispatcher
beforeEach(async () => {
  fixture = await openConsoleFixture()
  server = await openMailServer()
  post = openTestPost(fixture.context, server.url)
})
afterEach(async () => {
  await post.close()
  await server.close()
  await fixture.close()
})

type Answered = { letter: EmailTemplateView }
const read = async (): Promise<EmailTemplateView> =>
  (await fixture.owner.ask<Answered>('GET', PATH)).data.letter
const save = (change: object = {}, who = fixture.owner) =>
  who.ask<Answered>('PUT', PATH, { body: { ...WORDS, version: 0, ...change } })

async function buy(): Promise<Arrived | undefined> {
  const ticketTypeId = await insertTicketType(fixture.context.db, fixture)
  const cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: 1 })
  const { data } = await fixture.checkout(cartId, 25)
  await fixture.pay(data.order.id, CARDS.good)
  await post.deliver()
  return server.arrived.at(-1)
}

describe('a promoter’s words', () => {
  test('begin as Foyer’s, are what the buyer reads, and go back', async () => {
    const { data } = await fixture.owner.ask<{ letters: { key: string; isOwn: boolean }[] }>(
      'GET',
      '/api/email/templates',
    )
    expect(data.letters.map(({ key, isOwn }) => [key, isOwn])).toContainEqual(['order_confirmed', false])
    const first = await read()
    expect(first).toMatchObject({ isOwn: false, version: 0, ...first.foyers })
    expect(await save()).toMatchObject({
      status: 200,
      data: { letter: { ...WORDS, isOwn: true, version: 1 } },
    })
    const own = await buy()
    expect(own?.mail.subject).toBe('See you, Ada')
    expect(own?.mail.html).toContain('It is <strong>on</strong>, Ada.')
    expect(own?.mail.text).toContain('General admission')
    const reset = await fixture.owner.ask<Answered>('DELETE', `${PATH}?version=1`)
    expect(reset.data.letter).toMatchObject({ isOwn: false, version: 2, ...first.foyers })
    expect((await buy())?.mail.subject).toBe('Your ticket: Night Shift')
    const rows = await fixture.context.db
      .selectFrom('audit_log')
      .select(['action', 'account_id'])
      .where('action', 'like', 'letter.%')
      .orderBy('id')
      .execute()
    expect(rows).toEqual(
      ['letter.changed', 'letter.reset'].map((action) => ({ action, account_id: fixture.owner.accountId })),
    )
  })

  test('that are no longer valid fall back to the default', async () => {
    const row = { promoter_id: fixture.promoterId, key: 'order_confirmed', updated_at: new Date() }
    await fixture.context.db
      .insertInto('email_templates')
      .values({ ...row, subject: 'Hi', body: '{{once.there}}' })
      .execute()
    expect((await buy())?.mail.subject).toBe('Your ticket: Night Shift')
  })

  test('are refused with the position of each error', async () => {
    expect(await save({ body: 'Hi {{you}}' })).toMatchObject({
      status: 422,
      error: {
        details: [
          { path: 'body', message: 'Column 4: unknown placeholder {{you}}.' },
          { path: 'body', message: 'Add {{tickets}}: it is required in this email.' },
        ],
      },
    })
    expect((await fixture.owner.ask('GET', '/api/email/templates/nothing')).status).toBe(404)
  })

  test('are not overwritten from an older version, also concurrently', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((each) => save({ subject: `Try ${each}` })))
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    const won = answers.find(({ success }) => success)?.data.letter
    const lost = answers.find(({ success }) => !success)
    expect(lost?.error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: { subject: won?.subject, version: 1 } },
    })
    expect((await fixture.owner.ask('DELETE', `${PATH}?version=0`)).error.code).toBe('EDIT_CONFLICT')
    // Versions increase after a reset, so old ones never match again.
    await fixture.owner.ask('DELETE', `${PATH}?version=1`)
    expect((await save({ version: 0 })).status).toBe(409)
  })

  test('are for owners and managers of the promoter', async () => {
    expect((await save({}, await fixture.join('manager'))).status).toBe(200)
    for (const role of ['sales', 'door', 'nobody'] as const)
      expect((await save({ version: 1 }, await fixture.join(role))).status).toBe(403)
    const other = await insertPromoter(fixture.context.db, 'Other')
    const { accountId, bearer } = await openMember(fixture.context, other, 'owner')
    expect((await fixture.ask('GET', PATH, { bearer })).status).toBe(403)
    const onMain = { host: 'localhost', bearer: await insertSession(fixture.context, accountId, 'localhost') }
    const theirs = await fixture.ask<Answered>('GET', PATH, onMain)
    expect(theirs.data.letter).toMatchObject({ isOwn: false, version: 0 })
  })
})

describe('trying words out', () => {
  test('shows the promoter’s own event, and changes nothing', async () => {
    const { data } = await fixture.owner.ask<{ subject: string; html: string; text: string }>(
      'POST',
      `${PATH}/preview`,
      { body: { subject: 'To {{event.title}}', body: '{{tickets}}' } },
    )
    expect(data.subject).toBe('To Night Shift')
    expect(data.html).toContain('SAMPLE-1234')
    expect((await read()).isOwn).toBe(false)
  })

  test('sends them to whoever asks, 20 times an hour', async () => {
    const { email } = await fixture.context.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', fixture.owner.accountId)
      .executeTakeFirstOrThrow()
    const send = () =>
      fixture.owner.ask<{ to: string }>('POST', '/api/email/send', {
        body: { key: 'order_confirmed', ...WORDS },
      })
    expect((await send()).data.to).toBe(email)
    await post.deliver()
    expect(server.arrived.map(({ to, mail }) => [to, mail.subject])).toEqual([[email, 'Test: See you, Ada']])
    for (let times = 1; times < 20; times += 1) expect((await send()).status).toBe(200)
    expect((await send()).error.code).toBe('RATE_LIMITED')
  })

  test.each(['order_confirmed', 'order_refunded', 'event_changed', 'payout_sent', 'payout_failed'])(
    'works with the default text for %s',
    async (key) => {
      const path = `/api/email/templates/${key}`
      const { data } = await fixture.owner.ask<Answered>('GET', path)
      const answer = await fixture.owner.ask<{ html: string }>('POST', `${path}/preview`, {
        body: data.letter.foyers,
      })
      expect(answer.status).toBe(200)
      expect(answer.data.html).not.toContain('{{')
    },
  )
})

describe('the sender', () => {
  test('is used as name and reply-to address', async () => {
    const before = (await fixture.owner.ask<{ sender: SenderView }>('GET', '/api/email/sender')).data.sender
    expect(before).toEqual({
      name: '',
      replyTo: '',
      address: 'foyer@localhost',
      siteName: 'Aurora',
      version: 1,
    })
    const put = (body: object) =>
      fixture.owner.ask<{ sender: SenderView }>('PUT', '/api/email/sender', { body: { version: 1, ...body } })
    expect((await put({ name: 'Box office', replyTo: 'Hello@Aurora.example' })).data.sender).toMatchObject({
      name: 'Box office',
      replyTo: 'hello@aurora.example',
      version: 2,
    })
    const mail = (await buy())?.mail
    expect([mail?.from?.name, mail?.replyTo?.[0]?.address]).toEqual(['Box office', 'hello@aurora.example'])
    expect((await put({ name: 'Other', replyTo: '' })).error.code).toBe('EDIT_CONFLICT')
    expect((await put({ name: 'A <b@c.d>', replyTo: '', version: 2 })).error.code).toBe('VALIDATION_ERROR')
    expect((await put({ name: 'A', replyTo: 'nobody', version: 2 })).error.code).toBe('VALIDATION_ERROR')
  })
})
