import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brandSettings } from '#model/sites/brand-settings.ts'
import { createMailer } from '#server/messages/delivery/create-mailer.ts'
import { createMailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { setPromoterTrusted } from '#server/platform/outbox/trust-rows.ts'
import { withoutForeignLinks } from '#server/messages/mail-content/foreign-links.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let free: string

beforeEach(async () => {
  fixture = await openConsoleFixture()
  free = await insertTicketType(fixture.context.db, { ...fixture, capacity: 500, priceCents: 0 })
})
afterEach(() => fixture.close())

const gift = (email: string, key: string = randomUUID()) =>
  fixture.owner.ask('POST', '/api/promoter/orders', {
    body: {
      items: [{ ticketTypeId: free, quantity: 1 }],
      customer: { firstName: 'Grace', lastName: 'Hopper', email },
      takenOutside: 'complimentary',
    },
    key,
  })

const order = async (email: string, key: string = randomUUID()) => {
  const cartId = newCartId()
  await fixture.hold(cartId, { [free]: 1 })
  return fixture.checkout(cartId, 0, { customer: { firstName: 'Ada', lastName: 'Lovelace', email }, key })
}

const inParallel = async (count: number, ask: (index: number) => ReturnType<typeof gift>) => {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
  return answers.map((answer) => (answer.success ? 'sent' : answer.error.code))
}
const countOf = (outcomes: readonly string[], which: string): number =>
  outcomes.filter((outcome) => outcome === which).length

const mailsTo = async (): Promise<number> =>
  (await fixture.context.db.selectFrom('mails').select('id').where('kind', '=', 'order_confirmed').execute())
    .length

describe('orders without payment', () => {
  it('send one address at most ten emails a day, whoever sends, with a reason', async () => {
    const guests = await inParallel(25, () => order('victim@example.com'))
    expect(countOf(guests, 'sent')).toBe(10)
    expect(countOf(guests, 'RECIPIENT_LIMIT')).toBe(15)
    expect((await gift('Victim@example.com')).error.code).toBe('RECIPIENT_LIMIT')
    expect((await order('someone.else@example.com')).status).toBe(201)
    expect(await mailsTo()).toBe(11)
  })

  it('created manually reach 50 addresses a day without paid orders', async () => {
    const outcomes = await inParallel(60, (index) => gift(`stranger${index}@example.com`))
    expect(countOf(outcomes, 'sent')).toBe(50)
    expect(countOf(outcomes, 'BY_HAND_LIMIT')).toBe(10)
    expect(await mailsTo()).toBe(50)
    await setPromoterTrusted(fixture.context.db, 'aurora', new Date())
    expect((await gift('one.more@example.com')).status).toBe(201)
  })

  it('count once when repeated, and not when none was created', async () => {
    const key = randomUUID()
    for (let times = 0; times < 12; times += 1) expect((await gift('same@example.com', key)).status).toBe(201)
    const gone = await insertTicketType(fixture.context.db, { ...fixture, capacity: 0, priceCents: 0 })
    for (let times = 0; times < 12; times += 1)
      expect(
        (
          await fixture.owner.ask('POST', '/api/promoter/orders', {
            body: {
              items: [{ ticketTypeId: gone, quantity: 1 }],
              customer: { firstName: 'Grace', lastName: 'Hopper', email: 'none@example.com' },
              takenOutside: 'complimentary',
            },
            key: randomUUID(),
          })
        ).error.code,
      ).toBe('SOLD_OUT')
    expect((await gift('none@example.com')).status).toBe(201)
  })
})

describe('typed names of buyers and promoters', () => {
  const BAIT = 'your account was locked. Unlock it at https://evil.example/x'
  const mailTo = async (email: string) => {
    const mailer = createMailer(fixture.context)
    if (!mailer) throw new Error('There is no mailbox.')
    const post = createMailDispatcher(fixture.context, { mailer, port: 4321 })
    await post.deliver()
    await post.close()
    const { subject, html, text, from_address } = await fixture.context.db
      .selectFrom('mailbox')
      .selectAll()
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow()
    return { subject, text, all: [subject, html, text, from_address].join('\n') }
  }
  const orderAs = async (email: string, firstName: string) => {
    const cartId = newCartId()
    await fixture.hold(cartId, { [free]: 1 })
    const customer = { firstName, lastName: firstName, email }
    expect((await fixture.checkout(cartId, 0, { customer })).status).toBe(201)
    return mailTo(email)
  }

  it('appear in an order’s email only when they are plain names', async () => {
    const baited = await orderAs('victim@example.com', BAIT)
    expect(baited.all).not.toContain('evil')
    expect(baited.all).not.toContain('locked')
    expect(baited.text).toMatch(/^You’re going\n/)
    expect((await orderAs('grace@example.com', 'Zoë-Anne')).text).toMatch(/^You’re going, Zoë-Anne\n/)
  })

  it('are omitted from custom texts too, also of trusted promoters', async () => {
    await setPromoterTrusted(fixture.context.db, 'aurora', new Date())
    const saved = await fixture.owner.ask('PUT', '/api/email/templates/order_confirmed', {
      body: {
        subject: 'Hi {{customer.firstName}} {{customer.lastName}}!',
        body: '# For {{customer.firstName}}\n\n{{tickets}}',
        version: 0,
      },
    })
    expect(saved.status).toBe(200)
    const baited = await orderAs('victim@example.com', BAIT)
    expect(baited.subject).toBe('Hi !')
    expect(baited.all).not.toContain('evil')
  })

  it('of sites, senders and events appear in emails without foreign web addresses', async () => {
    const { db } = fixture.context
    await db
      .updateTable('sites')
      .set({ site_name: 'Aurora evil.example/x', sender_name: 'www.evil.example' })
      .execute()
    await db.updateTable('events').set({ title: 'Win at https://evil.example/x now' }).execute()
    const { subject, all } = await orderAs('grace@example.com', 'Grace')
    expect(subject).toBe('Your ticket: Win at (link removed) now')
    expect(all).not.toContain('evil')
    expect(all).toContain('Aurora')
  })

  it.each([
    ['Aurora https://evil.example', 'Web addresses'],
    ['www.evil', 'Web addresses'],
    ['evil.example/x', 'Web addresses'],
    ['Evil。example', 'Web addresses'],
    ['Aurora \u202emoc', 'invisible character'],
    ['Aurora \u2066moc', 'invisible character'],
  ])('%j is refused as the name of a promoter, site or sender: %s', async (name, reason) => {
    const ask = (method: string, path: string, body: object) =>
      fixture.owner.ask(method, path, { body, key: randomUUID() })
    const answers = [
      await ask('POST', '/api/promoter/promoters', {
        name,
        siteName: 'lumen',
        country: 'DE',
        currency: 'EUR',
      }),
      await ask('PUT', '/api/email/sender', { name, replyTo: '', version: 0 }),
    ]
    expect(answers.map(({ status, error }) => [status, JSON.stringify(error).includes(reason)])).toEqual([
      [422, true],
      [422, true],
    ])
    expect(brandSettings.shape.siteName.safeParse(name).error?.issues[0]?.message).toContain(reason)
    expect(brandSettings.shape.siteName.safeParse('Dr. No & Co. – Bar 1.5').success).toBe(true)
  })
})

describe('links in a promoter’s custom text', () => {
  const own = new Set(['aurora.localhost'])

  it.each([
    ['[pay here](https://evil.example/login)', 'pay here'],
    ['[ours](https://aurora.localhost/events) and [more](mailto:a@b.example)', undefined],
    ['[your order]({{order.url}})', undefined],
    ['<https://evil.example/a>', '(link removed)'],
    ['[https://bank.example](https://evil.example)', '(link removed)'],
    ['Go to https://evil.example/a?b=c, or www.evil.example.', 'Go to (link removed) or (link removed)'],
    ['**[bold](http://evil.example)** text', '**bold** text'],
    [
      '- [a](https://evil.example)\n- [b](https://aurora.localhost/x)',
      '- a\n- [b](https://aurora.localhost/x)',
    ],
    ['[a][b]\n\n[b]: https://evil.example', '[a][b]\n\n'],
    ['[x](https://aurora.localhost.evil.example)', 'x'],
    ['[x](https://aurora.localhost@evil.example)', 'x'],
    ['[w](//evil.example/x)', 'w'],
    [String.raw`[w](\\\\evil.example/x)`, 'w'],
    ['[w](https:evil.example)', 'w'],
    ['[w](https&#58;//evil.example)', 'w'],
    ['[w](evil.example/x)', 'w'],
    ['[w](ftp://evil.example)', 'w'],
    ['[w](mailto:a@b.example?body=https://evil.example)', 'w'],
    ['[w](mailto:a@b.example?subject=hello)', 'w'],
    ['Go to https&#58;//evil.example', 'Go to (link removed)'],
    ['Go to HTTPS&colon;&sol;&sol;evil.example/x', 'Go to (link removed)'],
    [String.raw`Go to https:/\/evil.example`, 'Go to (link removed)'],
    ['Go to w&#119;w.evil.example', 'Go to (link removed)'],
    ['Go to http**s://evil.example**', 'Go to (link removed)'],
    ['![https&#58;//evil.example](https://aurora.localhost/x.png)', '(link removed)'],
    [
      '[w](https://aurora.localhost "https://evil.example")',
      '[w](https://aurora.localhost "(link removed)")',
    ],
    [
      '`https://evil.example` **https://aurora.localhost** R&amp;B',
      '`(link removed)` **https://aurora.localhost** R&amp;B',
    ],
    [
      String.raw`Say \*this\* & go to ftp&#58;//evil.example.`,
      String.raw`Say \*this\* \& go to (link removed)`,
    ],
  ])('%s', (body, expected = body) => {
    expect(withoutForeignLinks(body, own).body).toBe(expected)
  })

  it('are text in the preview until an operator trusts the promoter, with a notice', async () => {
    const preview = () =>
      fixture.owner.ask<{ html: string; text: string; removedLinks: string[] }>(
        'POST',
        '/api/email/templates/order_confirmed/preview',
        {
          body: {
            subject: 'Order {{order.number}}',
            body: '[Claim your prize](https://evil.example/x) [Ours](https://aurora.localhost/)\n\n{{tickets}}\n\n[Your order]({{order.url}})',
          },
        },
      )
    const before = await preview()
    expect(before.data.removedLinks).toEqual(['evil.example'])
    expect(before.data.html + before.data.text).not.toContain('evil.example')
    expect(before.data.html).toContain('Claim your prize')
    expect(before.data.html).toContain('https://aurora.localhost/')
    await setPromoterTrusted(fixture.context.db, 'aurora', new Date())
    const after = await preview()
    expect(after.data.removedLinks).toEqual([])
    expect(after.data.html).toContain('https://evil.example/x')
  })
})
