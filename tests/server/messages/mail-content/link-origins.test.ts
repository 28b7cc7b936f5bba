import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { passwordFingerprint } from '#server/people/passwords/password-hash.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { insertSession } from '#tests/support/accounts.ts'
import { insertProvenHost } from '#tests/support/domains.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { insertPaidOrder } from '#tests/support/people.ts'
import { insertAccount, openTestPost } from '#tests/support/post.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const ADA = 'ada@example.com'

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

describe('the links of an email', () => {
  const originOfReset = async (origin: string | null): Promise<string> => {
    const fact = { kind: 'reset_password', payload: { email: ADA } } as const
    const told = { ...fact, fact: `reset ${Math.random()}`, origin, promoterId: null }
    const before = server.arrived.length
    await writeMails(shop.context.db, [told], new Date(shop.clock.now()))
    await post.deliver()
    const [arrived, ...others] = server.arrived.slice(before)
    expect(others).toEqual([])
    return new URL(/http\S+\/reset-password#/.exec(arrived?.mail.text ?? '')?.[0] ?? '').origin
  }

  test.each([
    ['http://localhost:1337', 'http://localhost:4321'],
    ['http://aurora.localhost:1337', 'http://aurora.localhost:4321'],
    ['http://evil.example', 'http://localhost:4321'],
    ['http://evil.example:4321', 'http://localhost:4321'],
    ['http://aurora.localhost.evil.example', 'http://localhost:4321'],
    ['javascript:alert(1)', 'http://localhost:4321'],
    [null, 'http://localhost:4321'],
  ])(
    'of a request for %s start with %s: a known host and the port that Foyer listens on',
    async (from, to) => {
      await insertAccount(shop.context.db, { email: ADA, isVerified: true })
      expect(await originOfReset(from)).toBe(to)
    },
  )

  describe('on a promoter’s custom domain', () => {
    const CUSTOM = 'https://tickets.example:8443'
    const insertCustomDomain = async () => {
      const { promoterId } = shop
      await insertProvenHost(shop.context.db, { promoterId, host: 'tickets.example', isCanonical: true })
      await shop.context.sites.reload()
    }
    const originsOf = async (told: Pick<MailFact, 'kind' | 'payload'>, origin: string | null) => {
      const { promoterId } = shop
      const fact = { ...told, fact: `${told.kind} ${Math.random()}`, origin, promoterId } as MailFact
      const before = server.arrived.length
      await writeMails(shop.context.db, [fact], new Date(shop.clock.now()))
      await post.deliver()
      return server.arrived.slice(before).map(({ mail }) => {
        const links = [`${mail.text}`, `${mail.html}`].flatMap(
          (text) => text.match(/https?:\/\/[^/\s"<]+/g) ?? [],
        )
        // Names in JSON-LD are no links.
        return [...new Set(links)].filter((link) => link !== 'https://schema.org')
      })
    }

    test.each<[MailFact['kind'], { isVerified: boolean; payload: (accountId: string) => object }]>([
      ['verify_email', { isVerified: false, payload: (accountId) => ({ accountId }) }],
      ['resend_verification', { isVerified: false, payload: () => ({ email: ADA }) }],
      ['reset_password', { isVerified: true, payload: () => ({ email: ADA }) }],
      [
        'change_email',
        {
          isVerified: true,
          payload: (accountId) => ({
            accountId,
            email: 'new@example.com',
            mark: passwordFingerprint('none that fits'),
          }),
        },
      ],
      [
        'email_changed',
        {
          isVerified: true,
          payload: (accountId) => ({ accountId, oldEmail: 'old@example.com', newEmail: ADA }),
        },
      ],
      ['password_changed', { isVerified: true, payload: (accountId) => ({ accountId }) }],
      [
        'factor_changed',
        { isVerified: true, payload: (accountId) => ({ accountId, change: 'passkey_added' }) },
      ],
    ])('%s links to the promoter’s host below the main host', async (kind, { isVerified, payload }) => {
      await insertCustomDomain()
      const accountId = await insertAccount(shop.context.db, { email: ADA, isVerified })
      const told = { kind, payload: payload(accountId) } as Pick<MailFact, 'kind' | 'payload'>
      expect(await originsOf(told, CUSTOM)).toEqual([['http://aurora.localhost:4321']])
      expect(await originsOf(told, null)).toEqual([['http://aurora.localhost:4321']])
    })

    test('a new sign-in links to the promoter’s host below the main host', async () => {
      await insertCustomDomain()
      const accountId = await insertAccount(shop.context.db, { email: ADA, isVerified: true })
      await insertSession(shop.context, accountId)
      const { id: sessionId } = await shop.context.db
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      const told = { kind: 'new_sign_in', payload: { accountId, sessionId } } as const
      expect(await originsOf(told, CUSTOM)).toEqual([['http://aurora.localhost:4321']])
    })

    test('a password reset links to the main site when the promoter has no host below it', async () => {
      await insertCustomDomain()
      await shop.context.db.deleteFrom('hosts').where('host', '=', 'aurora.localhost').execute()
      await shop.context.sites.reload()
      await insertAccount(shop.context.db, { email: ADA, isVerified: true })
      const asked = await shop.ask('POST', '/api/public/auth/customer/reset-password', {
        body: { email: ADA },
        host: 'tickets.example',
      })
      expect(asked.status).toBe(200)
      await post.deliver()
      const [{ mail } = { mail: undefined }] = server.arrived
      expect(mail?.text).toContain('http://localhost:4321/reset-password#')
      expect(`${mail?.text}${mail?.html}`).not.toContain('tickets.example')
    })

    test('an order links there, without the port of the request', async () => {
      await insertCustomDomain()
      const ticketTypeId = await insertTicketType(shop.context.db, { ...shop, capacity: 5, priceCents: 0 })
      const createdAt = new Date(shop.clock.now())
      const orderId = await insertPaidOrder(shop.context.db, { ...shop, ticketTypeId, email: ADA, createdAt })
      const told = { kind: 'order_confirmed', payload: { orderId } } as const
      expect(await originsOf(told, CUSTOM)).toEqual([['https://tickets.example']])
      expect(await originsOf(told, 'http://tickets.example:1337')).toEqual([['http://tickets.example:4321']])
      expect(await originsOf(told, null)).toEqual([['https://tickets.example']])
    })
  })
})
