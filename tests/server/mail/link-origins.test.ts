import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeMails } from '#server/mail/mail-rows.ts'
import type { PostOffice } from '#server/mail/post-office.ts'
import { insertProvenHost } from '#tests/support/domains.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { insertAccount, openTestPost } from '#tests/support/post.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const ADA = 'ada@example.com'

let shop: Shop
let server: MailServer
let post: PostOffice

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

describe('the links of a mail', () => {
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
    'of a request for %s begin with %s: with a known host, and the port that Foyer listens on',
    async (from, to) => {
      await insertAccount(shop.context.db, { email: ADA, isVerified: true })
      expect(await originOfReset(from)).toBe(to)
    },
  )

  test('of a request by https to a real host name no port', async () => {
    await insertAccount(shop.context.db, { email: ADA, isVerified: true })
    await insertProvenHost(shop.context.db, {
      promoterId: shop.promoterId,
      host: 'tickets.example',
      isCanonical: false,
    })
    await shop.context.sites.reload()
    expect(await originOfReset('https://tickets.example:8443')).toBe('https://tickets.example')
    expect(await originOfReset('http://tickets.example:1337')).toBe('http://tickets.example:4321')
  })
})
