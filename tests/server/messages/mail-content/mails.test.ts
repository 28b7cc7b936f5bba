import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anonymiseOrders } from '#server/people/accounts/own-order-rows.ts'
import { passwordFingerprint } from '#server/people/passwords/password-hash.ts'
import { deliverSandboxEvents } from '#server/jobs/deliver-sandbox-events.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, type Arrived, type MailServer } from '#tests/support/mail-server.ts'
import { insertAccount, openTestPost, readOutbox, type AccountOptions } from '#tests/support/post.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const ORIGIN = 'http://aurora.localhost:4321'
const ADA = 'ada@example.com'
/** Mark of the accounts' password. */
const MARK = passwordFingerprint('none that fits')

let shop: Shop
let server: MailServer
let post: MailDispatcher

beforeEach(async () => {
  shop = await openShop()
  server = await openMailServer()
  post = openTestPost(shop.context, server.url)
})
afterEach(async () => {
  await post.close()
  await server.close()
  await shop.close()
})

type Told = {
  [Kind in MailFact['kind']]: Pick<Extract<MailFact, { kind: Kind }>, 'kind' | 'payload'>
}[MailFact['kind']]

async function send(told: Told): Promise<Arrived[]> {
  const fact = { ...told, fact: `${told.kind} ${Math.random()}`, origin: ORIGIN, promoterId: shop.promoterId }
  await writeMails(shop.context.db, [fact], new Date(shop.clock.now()))
  const before = server.arrived.length
  await post.deliver()
  return server.arrived.slice(before)
}

function theOnly(all: readonly Arrived[]): Arrived {
  const [one, ...others] = all
  if (!one || others.length > 0) throw new Error(`${all.length} mails arrived, not one.`)
  return one
}

const account = (options: Partial<AccountOptions> = {}): Promise<string> =>
  insertAccount(shop.context.db, { email: ADA, ...options })

/** Token of the only link with one, identical in both parts. */
function linkIn({ mail }: Arrived, page: string): string {
  const links = (text = ''): string[] =>
    [...text.matchAll(new RegExp(`${ORIGIN}${page}#([\\w-]+)`, 'g'))].map((match) => match[1] ?? '')
  const tokens = new Set([...links(mail.html), ...links(mail.text)])
  expect(links(mail.html).length).toBeGreaterThan(0)
  expect(links(mail.text).length).toBeGreaterThan(0)
  expect(tokens.size).toBe(1)
  return [...tokens][0] ?? ''
}

const storedToken = async (token: string) => {
  const row = await shop.context.db
    .selectFrom('account_tokens')
    .selectAll()
    .where('token_hash', '=', hash('sha256', token, 'buffer'))
    .executeTakeFirst()
  return (
    row && {
      accountId: row.account_id,
      purpose: row.purpose,
      email: row.email,
      seconds: (row.expires_at.getTime() - shop.clock.now()) / 1000,
    }
  )
}

describe('the email of a registration', () => {
  test('contains a link valid for three days, stored hashed', async () => {
    const accountId = await account()
    const arrived = theOnly(await send({ kind: 'verify_email', payload: { accountId } }))
    expect(arrived.to).toBe(ADA)
    const token = linkIn(arrived, '/verify-email')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await storedToken(token)).toEqual({
      accountId,
      purpose: 'verify_email',
      email: ADA,
      seconds: 3 * 86_400,
    })
  })

  test.each(['Account locked: evil.example/unlock', 'Call +49 30 123456', 'Go to\nevil.example'])(
    'omits a name that is the message %j',
    async (firstName) => {
      const accountId = await account({ firstName })
      const { mail } = theOnly(await send({ kind: 'verify_email', payload: { accountId } }))
      const reset = theOnly(await send({ kind: 'reset_password', payload: { email: ADA } }))
      for (const said of [mail.text, mail.html, reset.mail.text, reset.mail.html]) {
        expect(said).not.toMatch(/evil|locked|123456/)
        expect(said).toContain('Hello')
      }
    },
  )

  test('goes to the owner of the address instead, without a verification link', async () => {
    await account({ isVerified: true, firstName: 'Grace' })
    const accountId = await account({ firstName: 'Mallory' })
    const arrived = theOnly(await send({ kind: 'verify_email', payload: { accountId } }))
    expect(arrived.mail.subject).toBe('You already have an account')
    expect(arrived.mail.text).toContain('Grace')
    expect(arrived.mail.text).toContain(`${ORIGIN}/login`)
    expect(arrived.mail.text).toContain(`${ORIGIN}/forgot-password`)
    expect(arrived.raw).not.toContain('Mallory')
    expect(await shop.context.db.selectFrom('account_tokens').selectAll().execute()).toEqual([])
  })

  test('is not sent to a verified or deleted account', async () => {
    const accountId = await account({ isVerified: true })
    expect(await send({ kind: 'verify_email', payload: { accountId } })).toEqual([])
    await shop.context.db.deleteFrom('accounts').execute()
    expect(await send({ kind: 'verify_email', payload: { accountId } })).toEqual([])
  })
})

describe('a resent verification link', () => {
  test('goes to the newest unverified account', async () => {
    await account()
    const newest = await account({ createdAt: new Date('2026-11-02T00:00:00Z') })
    const arrived = theOnly(await send({ kind: 'resend_verification', payload: { email: ADA } }))
    const token = linkIn(arrived, '/verify-email')
    expect(await storedToken(token)).toMatchObject({ accountId: newest, purpose: 'verify_email' })
  })

  test('is not sent to an unknown or verified address', async () => {
    expect(await send({ kind: 'resend_verification', payload: { email: 'nobody@example.com' } })).toEqual([])
    await account({ isVerified: true })
    await account()
    expect(await send({ kind: 'resend_verification', payload: { email: ADA } })).toEqual([])
  })
})

describe('the email of a forgotten password', () => {
  test('goes to the owner of the address, valid for an hour', async () => {
    const owner = await account({ isVerified: true })
    await account({ createdAt: new Date('2026-11-02T00:00:00Z') })
    const arrived = theOnly(await send({ kind: 'reset_password', payload: { email: ADA } }))
    const token = linkIn(arrived, '/reset-password')
    expect(await storedToken(token)).toEqual({
      accountId: owner,
      purpose: 'reset_password',
      email: ADA,
      seconds: 3600,
    })
  })

  test('goes to the newest unverified account without an owner, and is not sent to an unknown address', async () => {
    const accountId = await account()
    const arrived = theOnly(await send({ kind: 'reset_password', payload: { email: ADA } }))
    expect(await storedToken(linkIn(arrived, '/reset-password'))).toMatchObject({
      accountId,
    })
    expect(await send({ kind: 'reset_password', payload: { email: 'nobody@example.com' } })).toEqual([])
  })
})

describe('emails of an address change', () => {
  test('the new address gets a verification link', async () => {
    const accountId = await account({ isVerified: true })
    const email = 'new@example.com'
    const arrived = theOnly(await send({ kind: 'change_email', payload: { accountId, email, mark: MARK } }))
    expect(arrived.to).toBe(email)
    const token = linkIn(arrived, '/verify-email')
    expect(await storedToken(token)).toMatchObject({ accountId, purpose: 'change_email', email })
  })

  test('a taken address gets a notice without a link', async () => {
    const accountId = await account({ isVerified: true })
    await account({ email: 'new@example.com', isVerified: true })
    const arrived = theOnly(
      await send({ kind: 'change_email', payload: { accountId, email: 'new@example.com', mark: MARK } }),
    )
    expect(arrived.mail.subject).toBe('You already have an account')
    expect(await send({ kind: 'change_email', payload: { accountId, email: ADA, mark: MARK } })).toEqual([])
    expect(await shop.context.db.selectFrom('account_tokens').selectAll().execute()).toEqual([])
  })

  test('the old address gets a notice with the new one', async () => {
    const accountId = await account({ email: 'new@example.com', isVerified: true })
    const payload = { accountId, oldEmail: ADA, newEmail: 'new@example.com' }
    const arrived = theOnly(await send({ kind: 'email_changed', payload }))
    expect(arrived.to).toBe(ADA)
    expect(arrived.mail.text).toContain('Now: new@example.com')
    expect(await storedToken(linkIn(arrived, '/undo-email-change'))).toEqual({
      accountId,
      purpose: 'undo_email',
      email: ADA,
      seconds: 7 * 86_400,
    })
  })
})

describe('notices about an account', () => {
  test('contain device and time of a sign-in', async () => {
    const accountId = await account({ isVerified: true })
    const at = new Date(shop.clock.now())
    const session = await shop.context.db
      .insertInto('sessions')
      .values({
        account_id: accountId,
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        created_at: at,
        last_used_at: at,
        expires_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const arrived = theOnly(
      await send({ kind: 'new_sign_in', payload: { accountId, sessionId: session.id } }),
    )
    expect(arrived.mail.text).toContain('Device: Firefox on Linux')
    expect(arrived.mail.text).toContain('When: 21 November 2026, 12:00 UTC')
    expect(arrived.mail.text).toContain(`${ORIGIN}/account/security`)
  })

  test('are not sent to an unverified address, which may be a stranger’s', async () => {
    const accountId = await account()
    expect(await send({ kind: 'password_changed', payload: { accountId } })).toEqual([])
    await sql`update accounts set email_verified_at = now()`.execute(shop.context.db)
    expect(await send({ kind: 'password_changed', payload: { accountId } })).toHaveLength(1)
  })
})

describe('headers', () => {
  test('have the site’s sender and prevent auto-replies', async () => {
    const { db } = shop.context
    await sql`update sites set sender_name = 'Aurora Tickets', reply_to = 'help@aurora.example'`.execute(db)
    const accountId = await account({ isVerified: true })
    const arrived = theOnly(await send({ kind: 'password_changed', payload: { accountId } }))
    const { mail } = arrived
    expect(mail.from).toEqual({ name: 'Aurora Tickets', address: 'foyer@localhost' })
    expect(mail.replyTo?.[0]?.address).toBe('help@aurora.example')
    const header = (key: string) => mail.headers.find((each) => each.key === key)?.value
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(new Date(header('date') ?? '').getTime()).toBe(shop.clock.now())
    const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    expect(mail.messageId).toBe(`<${id}@localhost>`)
  })

  test('contain an uploaded logo’s URL on the site, as PNG', async () => {
    const logo = `/uploads/${'a'.repeat(64)}.webp`
    await sql`update sites set logo_url = ${logo}`.execute(shop.context.db)
    const accountId = await account({ isVerified: true })
    const { mail } = theOnly(await send({ kind: 'password_changed', payload: { accountId } }))
    expect(mail.html).toContain(`src="${ORIGIN}${logo.replace('webp', 'png')}"`)
    expect(mail.html).not.toContain('<link')
  })

  test('show the logo on the light ground in dark mode, because a dark logo would be invisible', async () => {
    await sql`update sites set logo_url = ${`/uploads/${'a'.repeat(64)}.webp`}`.execute(shop.context.db)
    const accountId = await account({ isVerified: true })
    const { mail } = theOnly(await send({ kind: 'password_changed', payload: { accountId } }))
    const html = String(mail.html)
    const [, ground] = /<body class="ground" style="[^"]*background-color:(#\w+)/.exec(html) ?? []
    const dark = html.slice(
      html.indexOf('@media(prefers-color-scheme:dark)'),
      html.indexOf('@media(max-width'),
    )
    expect(html).toContain('<img class="logo"')
    expect(dark).toContain(`.logo{background-color:${ground}!important`)
  })

  test('can’t be injected by a name, and markup in it is text', async () => {
    const { db } = shop.context
    const evil = 'Eve\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script> \u202Eשרה'
    await sql`update sites set sender_name = ${evil}, site_name = ${evil}, reply_to = ${'a@b.example\r\nCc: c@d.example'}`.execute(
      db,
    )
    const accountId = await account({ isVerified: true, firstName: evil })
    const arrived = theOnly(await send({ kind: 'password_changed', payload: { accountId } }))
    const { mail, to } = arrived
    expect(to).toBe(ADA)
    expect(mail.bcc).toBeUndefined()
    expect(mail.cc).toBeUndefined()
    expect(mail.replyTo).toBeUndefined()
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.from?.name).toContain('Eve Bcc: <script>')
    expect(mail.html).not.toContain('<script')
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})

describe('the email of an order', () => {
  const buy = async (priceCents: number): Promise<string> => {
    const ticketTypeId = await insertTicketType(shop.context.db, { ...shop, name: 'Balcony', priceCents })
    const cartId = newCartId()
    await shop.hold(cartId, { [ticketTypeId]: 2 })
    const { data } = await shop.checkout(cartId, (priceCents * 2) / 100)
    if (priceCents > 0) await shop.pay(data.order.id, CARDS.good)
    else await shop.ask('POST', `/api/public/orders/${data.order.id}/confirm`)
    return data.order.id
  }

  test('contains tickets, prices, event and links to the promoter’s own site', async () => {
    const orderId = await buy(2550)
    await post.deliver()
    const { data } = await shop.ask<{ order: { number: string; tickets: { code: string }[] } }>(
      'GET',
      `/api/public/orders/${orderId}`,
    )
    expect(server.arrived).toHaveLength(1)
    const { mail, to } = theOnly(server.arrived)
    expect(to).toBe(ADA)
    expect(mail.subject).toBe('Your tickets: Night Shift')
    expect(data.order.tickets).toHaveLength(2)
    const order = `${ORIGIN}/orders/${orderId}`
    const [event] = (await sql<{ slug: string }>`select slug from events`.execute(shop.context.db)).rows
    for (const said of [
      data.order.number,
      ...data.order.tickets.flatMap(({ code }) => [code, `${order}#${code}`]),
      `${ORIGIN}/events/${event?.slug}/calendar.ics`,
      'Tuesday 1 December 2026',
      '21:00 – 01:00, Berlin time',
      'Kraftwerk, Berlin, Germany',
      '2 × Balcony',
      '€51.00',
    ]) {
      expect(mail.text).toContain(said)
      expect(mail.html).toContain(said)
    }
  })

  test('is sent once, for free orders too', async () => {
    const orderId = await buy(0)
    await post.deliver()
    await shop.ask('POST', `/api/public/orders/${orderId}/confirm`)
    await post.deliver()
    expect(server.arrived).toHaveLength(1)
    expect(Object.keys(await readOutbox(shop.context.db))).toEqual([`order_confirmed:${orderId}`])
  })

  test('is not sent once personal data was deleted', async () => {
    const orderId = await buy(0)
    const owner = { accountId: await account({ isVerified: true }), email: ADA }
    await shop.context.db.transaction().execute((trx) => anonymiseOrders(trx, owner))
    await post.deliver()
    expect(server.arrived).toEqual([])
    expect((await readOutbox(shop.context.db))[`order_confirmed:${orderId}`]).toMatchObject({ done: true })
  })

  test('reports only the refund of a payment that came too late', async () => {
    const scarce = await insertTicketType(shop.context.db, { ...shop, capacity: 1 })
    const place = async (): Promise<string> => {
      const cartId = newCartId()
      await shop.hold(cartId, { [scarce]: 1 })
      return (await shop.checkout(cartId, 25)).data.order.id
    }
    const late = await place()
    await shop.pay(late, CARDS.late)
    shop.clock.advance(11 * 60_000)
    const winner = await place()
    await shop.pay(winner, CARDS.good)
    await deliverSandboxEvents(shop.context)
    await post.deliver()
    await deliverSandboxEvents(shop.context)
    await post.deliver()
    const { rows } = await sql<{ id: string }>`select id from refunds where order_id = ${late}`.execute(
      shop.context.db,
    )
    expect(Object.keys(await readOutbox(shop.context.db)).toSorted()).toEqual(
      [`order_confirmed:${winner}`, ...rows.map(({ id }) => `order_refunded:${id}`)].toSorted(),
    )
    const refund = server.arrived.find(({ mail }) => mail.subject?.startsWith('Refund'))
    expect(refund?.mail.subject).toBe('Refund of €25.00: Night Shift')
    expect(refund?.mail.text).toContain('the tickets were no longer available')
    expect(refund?.mail.text).toContain(`${ORIGIN}/orders/${late}`)
    expect(server.arrived).toHaveLength(2)
  })

  test('is not sent for a declined payment', async () => {
    const ticketTypeId = await insertTicketType(shop.context.db, shop)
    const cartId = newCartId()
    await shop.hold(cartId, { [ticketTypeId]: 1 })
    const { data } = await shop.checkout(cartId, 25)
    await shop.pay(data.order.id, CARDS.declined)
    await post.deliver()
    expect(server.arrived).toEqual([])
  })
})

describe('emails about a promoter’s domain', () => {
  const claim = async (failingSince: Date | null): Promise<string> => {
    const { id } = await shop.context.db
      .insertInto('domains')
      .values({
        promoter_id: shop.promoterId,
        host: 'tickets.aurora.example',
        token: 'foyer-0123456789abcdef0123456789abcdef01234567',
        status: failingSince ? 'failing' : 'verified',
        failing_since: failingSince,
        created_at: new Date(),
        check_due_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('a missing record: what to restore, and until when', async () => {
    const accountId = await account()
    const domainId = await claim(new Date('2026-11-20T12:00:00Z'))
    const { to, mail } = theOnly(await send({ kind: 'domain_failing', payload: { accountId, domainId } }))
    expect(to).toBe(ADA)
    expect(mail.subject).toBe('tickets.aurora.example is about to stop working')
    for (const text of [
      '_foyer.tickets.aurora.example',
      'foyer-0123456789abcdef0123456789abcdef01234567',
      '27 November 2026',
    ])
      expect([mail.html?.includes(text), mail.text?.includes(text)]).toEqual([true, true])
  })

  test('are not sent when the record was restored before', async () => {
    const payload = { accountId: await account(), domainId: await claim(null) }
    expect(await send({ kind: 'domain_failing', payload })).toEqual([])
  })

  test('the domain has stopped resolving', async () => {
    const payload = { accountId: await account(), host: 'tickets.aurora.example' }
    const { mail } = theOnly(await send({ kind: 'domain_lapsed', payload }))
    expect(mail.subject).toBe('tickets.aurora.example has stopped working')
  })
})
