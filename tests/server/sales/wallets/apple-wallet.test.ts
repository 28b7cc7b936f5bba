import { hash, randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ticket } from '#model/sales/orders.ts'
import { createApi } from '#server/http/api.ts'
import { getApplePass } from '#server/sales/wallets/apple/get-apple-pass.ts'
import { deleteUnusedPasses, updateWallets } from '#server/sales/wallets/update-wallets.ts'
import {
  createAppleCertificates,
  hasOpenssl,
  verifySignature,
  type AppleCertificates,
} from '#tests/support/apple-certificates.ts'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openPushServer, type PushServer } from '#tests/support/push-server.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

interface PassJson {
  serialNumber: string
  authenticationToken: string
  webServiceURL: string
  passTypeIdentifier: string
  teamIdentifier: string
  relevantDate: string
  voided?: boolean
  backgroundColor: string
  barcodes?: { message: string; format: string; altText: string }[]
  eventTicket: Record<string, { key: string; value: string; changeMessage?: string }[]>
}

describe.skipIf(!hasOpenssl)('passes for Apple Wallet (skipped without openssl)', () => {
  const client = { origin: 'http://aurora.localhost', cookies: {} }
  const service = '/api/wallet/v1'
  let certificates: AppleCertificates
  let apple: PushServer
  let shop: Shop
  let api: ReturnType<typeof createApi>

  beforeAll(async () => {
    certificates = createAppleCertificates()
    apple = await openPushServer()
    shop = await openShop({ settings: settingsOf(apple.url) })
    api = createApi(shop.context)
  })
  beforeEach(() => {
    apple.pushes.length = 0
    apple.answers.clear()
  })
  afterAll(async () => {
    expect(await findContradictions(shop.context.db)).toEqual([])
    await shop.close()
    await apple.close()
    certificates.remove()
  })

  const settingsOf = (pushUrl: string): Record<string, string> => ({
    APPLE_WALLET_PASS_TYPE: certificates.passType,
    APPLE_WALLET_TEAM: certificates.team,
    APPLE_WALLET_CERTIFICATE_FILE: certificates.certificate,
    APPLE_WALLET_KEY_FILE: certificates.key,
    APPLE_WALLET_ISSUER_FILE: certificates.issuer,
    APPLE_PUSH_URL: pushUrl,
  })

  const site = (host = shop.host) => shop.context.sites.resolve(host)
  const get = (id: string, ticketId: string, host = shop.host) =>
    getApplePass(shop.context, { site: site(host), id, ticketId, client })

  async function buy(): Promise<{ id: string; ticket: Ticket }> {
    const { promoterId, eventId } = shop
    const type = await insertTicketType(shop.context.db, {
      promoterId,
      eventId,
      name: 'Standing',
      priceCents: 1500,
    })
    const cart = newCartId()
    await shop.hold(cart, { [type]: 1 })
    const { data } = await shop.checkout(cart, 15)
    await shop.pay(data.order.id, CARDS.good)
    return { id: data.order.id, ticket: await ticketOf(data.order.id) }
  }

  async function ticketOf(id: string): Promise<Ticket> {
    const { data } = await shop.ask<{ order: { tickets: Ticket[] } }>('GET', `/api/public/orders/${id}`)
    const [ticket] = data.order.tickets
    if (!ticket) throw new Error(`Order ${id} has no ticket.`)
    return ticket
  }

  const filesOf = (pass: Uint8Array): Record<string, Uint8Array> => unzipSync(pass)
  // `bytes()` isn't there: a server that another test starts in this process replaces the global `Response`.
  const jsonOf = (pass: ArrayBuffer | Uint8Array): PassJson =>
    JSON.parse(Buffer.from(filesOf(new Uint8Array(pass))['pass.json'] ?? '').toString())
  const field = (pass: PassJson, key: string): string | undefined =>
    Object.values(pass.eventTicket)
      .flat()
      .find((each) => each.key === key)?.value

  async function download(id: string, ticketId: string): Promise<PassJson> {
    const pass = await get(id, ticketId)
    if (typeof pass !== 'object') throw new Error(`Ticket ${ticketId} has no pass: ${pass}.`)
    return jsonOf(pass)
  }

  interface Call {
    token?: string
    body?: unknown
    since?: string
  }
  const ask = (method: string, path: string, { token, body, since }: Call = {}): Promise<Response> =>
    Promise.resolve(
      api.fetch(
        new Request(`http://${shop.host}${service}${path}`, {
          method,
          headers: {
            host: shop.host,
            ...(token !== undefined && { authorization: `ApplePass ${token}` }),
            ...(since !== undefined && { 'if-modified-since': since }),
          },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
        { client: { address: '127.0.0.1', origin: `http://${shop.host}` } },
      ),
    )
  const registrationPath = (device: string, serial: string): string =>
    `/devices/${device}/registrations/${certificates.passType}/${serial}`
  const register = async (device: string, pass: PassJson, pushToken = `push-${device}`): Promise<number> => {
    const path = registrationPath(device, pass.serialNumber)
    return (await ask('POST', path, { token: pass.authenticationToken, body: { pushToken } })).status
  }
  const fetchPass = (pass: PassJson, since?: string): Promise<Response> =>
    ask('GET', `/passes/${certificates.passType}/${pass.serialNumber}`, {
      token: pass.authenticationToken,
      ...(since !== undefined && { since }),
    })
  const changed = async (
    device: string,
    tag = '',
  ): Promise<{ serialNumbers: string[]; lastUpdated: string } | 204> => {
    const response = await ask(
      'GET',
      `/devices/${device}/registrations/${certificates.passType}?passesUpdatedSince=${tag}`,
    )
    return response.status === 204 ? 204 : await response.json()
  }

  describe('a pass', () => {
    it('has a signature that leads to the root, and the hashes of its files', async () => {
      const { id, ticket } = await buy()
      const bytes = await get(id, ticket.id)
      if (typeof bytes !== 'object') throw new Error('There is no pass.')
      const { 'manifest.json': manifest, signature, ...files } = filesOf(bytes)
      if (!manifest || !signature) throw new Error('The pass is not signed.')
      verifySignature(certificates, { content: manifest, signature })
      const changedManifest = Buffer.from(manifest.map((byte, index) => (index === 3 ? byte ^ 1 : byte)))
      expect(() => verifySignature(certificates, { content: changedManifest, signature })).toThrow(
        /verif|digest|failure/i,
      )
      const hashes = Object.fromEntries(
        Object.entries(files).map(([name, file]) => [name, hash('sha1', file)]),
      )
      expect(JSON.parse(Buffer.from(manifest).toString())).toEqual(hashes)
      expect(Object.keys(files)).toEqual(expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png']))
    })

    it('shows the ticket in the promoter’s colours, with its token as QR code', async () => {
      await sql`update sites set primary_color = '#aa2200' where promoter_id = ${shop.promoterId}`.execute(
        shop.context.db,
      )
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      expect(pass).toMatchObject({
        passTypeIdentifier: certificates.passType,
        teamIdentifier: certificates.team,
        serialNumber: `${ticket.id}.1`,
        webServiceURL: 'http://aurora.localhost/api/wallet',
        backgroundColor: 'rgb(170, 34, 0)',
        voided: false,
        barcodes: [{ message: ticket.token, format: 'PKBarcodeFormatQR', altText: ticket.code }],
      })
      expect(new Date(pass.relevantDate)).toEqual(new Date('2026-12-01T20:00:00Z'))
      expect(['title', 'when', 'place', 'type', 'holder'].map((key) => field(pass, key))).toEqual([
        'Night Shift',
        'Tuesday 1 December 2026, 21:00',
        'Kraftwerk, Berlin',
        'Standing',
        'Ada Lovelace',
      ])
    })

    it('is for those who may open the order, and for tickets that admit', async () => {
      const { id, ticket } = await buy()
      const other = await buy()
      await insertPromoter(shop.context.db, `Nordlys${id.slice(0, 8)}`)
      await shop.context.sites.reload()
      expect(await get(id, ticket.id, `nordlys${id.slice(0, 8)}.localhost`)).toBeUndefined()
      for (const [order, one] of [
        [id, other.ticket.id],
        [id, randomUUID()],
        [id, 'x'],
        ['x', ticket.id],
        [randomUUID(), ticket.id],
      ] as const)
        expect(await get(order, one)).toBeUndefined()
      await sql`update tickets set status = 'void' where id = ${ticket.id}`.execute(shop.context.db)
      expect(await get(id, ticket.id)).toBe('page')
      await sql`update tickets set status = 'valid' where id = ${ticket.id}`.execute(shop.context.db)
      await sql`update promoters set order_link_days = 1 where id = ${shop.promoterId}`.execute(
        shop.context.db,
      )
      shop.clock.advance(60 * 86_400_000)
      expect(await get(id, ticket.id)).toBe('page')
      shop.clock.advance(-60 * 86_400_000)
      await sql`update promoters set order_link_days = null where id = ${shop.promoterId}`.execute(
        shop.context.db,
      )
      const link = randomUUID()
      await sql`update orders set link_id = ${link} where id = ${id}`.execute(shop.context.db)
      expect(await get(id, ticket.id)).toBeUndefined()
      expect(await get(link, ticket.id)).toBeInstanceOf(Buffer)
    })
  })

  describe('a changed event', () => {
    it('is pushed to the devices that have a pass, which then get the new time', async () => {
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      expect(await register('phone', pass)).toBe(201)
      expect(await register('phone', pass, 'push-new')).toBe(200)
      expect(await register('watch', pass)).toBe(201)
      const first = await fetchPass(pass)
      const since = first.headers.get('last-modified') ?? ''
      expect((await fetchPass(pass, since)).status).toBe(304)
      await updateWallets(shop.context)
      expect(apple.pushes).toEqual([])

      const before = await changed('phone')
      if (before === 204) throw new Error('The device has no passes.')
      shop.clock.advance(3_600_000)
      await sql`
        update events set starts_at = starts_at + interval '2 hours', ends_at = ends_at + interval '2 hours'
        where id = ${shop.eventId}`.execute(shop.context.db)
      await Promise.all([updateWallets(shop.context), updateWallets(shop.context)])
      await updateWallets(shop.context)
      const sent = apple.pushes.filter(({ token }) => token === 'push-new' || token === 'push-watch')
      expect(sent.toSorted((one, other) => one.token.localeCompare(other.token))).toEqual([
        { token: 'push-new', topic: certificates.passType, body: '{}' },
        { token: 'push-watch', topic: certificates.passType, body: '{}' },
      ])
      const after = await changed('phone', before.lastUpdated)
      expect(after).toMatchObject({ serialNumbers: [pass.serialNumber] })
      const second = await fetchPass(pass, since)
      expect(second.status).toBe(200)
      expect(second.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
      const renewed = jsonOf(await second.arrayBuffer())
      expect(field(renewed, 'when')).toBe('Tuesday 1 December 2026, 23:00')
      expect(renewed.serialNumber).toBe(pass.serialNumber)
      if (after === 204) throw new Error('Nothing has changed.')
      shop.clock.advance(3_600_000)
      expect(await changed('phone', String(Number(after.lastUpdated) + 120_000))).toBe(204)
    })

    it('that happened between download and registration is pushed after it', async () => {
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      shop.clock.advance(5000)
      await sql`update tickets set holder = 'Grace Hopper' where id = ${ticket.id}`.execute(shop.context.db)
      await updateWallets(shop.context)
      await register('late', pass)
      await updateWallets(shop.context)
      expect(apple.pushes.map(({ token }) => token)).toContain('push-late')
      expect(field(jsonOf(await (await fetchPass(pass)).arrayBuffer()), 'holder')).toBe('Grace Hopper')
    })
  })

  describe('a ticket that doesn’t admit any more', () => {
    const isVoid = async (pass: PassJson): Promise<boolean> => {
      const renewed = jsonOf(await (await fetchPass(pass)).arrayBuffer())
      expect(renewed.barcodes === undefined).toBe(renewed.voided === true)
      return renewed.voided === true
    }

    it('has a void pass without a code: refunded, cancelled, or with a new code', async () => {
      const [refunded, cancelled, renewed] = [await buy(), await buy(), await buy()]
      const passes = await Promise.all(
        [refunded, cancelled, renewed].map(({ id, ticket }) => download(id, ticket.id)),
      )
      const [one, two, three] = passes
      if (!one || !two || !three) throw new Error('There are three passes.')
      await register('void-one', one)
      await register('void-three', three)
      await sql`update tickets set status = 'void' where id = ${refunded.ticket.id}`.execute(shop.context.db)
      await sql`update tickets set generation = 2, code = 'AAAAA-BBBBB' where id = ${renewed.ticket.id}`.execute(
        shop.context.db,
      )
      await updateWallets(shop.context)
      expect(apple.pushes.map(({ token }) => token).toSorted()).toEqual(['push-void-one', 'push-void-three'])
      expect(await isVoid(one)).toBe(true)
      expect(await isVoid(two)).toBe(false)
      expect(await isVoid(three)).toBe(true)
      // The new code is in a pass of its own, which the old pass doesn't open.
      const next = await download(renewed.id, renewed.ticket.id)
      expect(next.serialNumber).toBe(`${renewed.ticket.id}.2`)
      expect(next.barcodes?.[0]?.altText).toBe('AAAAA-BBBBB')
      expect((await fetchPass({ ...next, authenticationToken: three.authenticationToken })).status).toBe(401)
      await sql`update tickets set status = 'valid' where id = ${refunded.ticket.id}`.execute(shop.context.db)
      await sql`update events set status = 'cancelled' where id = ${shop.eventId}`.execute(shop.context.db)
      expect(await isVoid(two)).toBe(true)
      await sql`update events set status = 'published' where id = ${shop.eventId}`.execute(shop.context.db)
    })
  })

  describe('the web service', () => {
    it('refuses wrong tokens, other pass types and bad input', async () => {
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      const other = await buy()
      const stranger = await download(other.id, other.ticket.id)
      const path = registrationPath('phone', pass.serialNumber)
      const body = { pushToken: 'abc' }
      for (const token of [undefined, '', 'x', stranger.authenticationToken])
        expect((await ask('POST', path, { ...(token !== undefined && { token }), body })).status).toBe(401)
      const token = pass.authenticationToken
      expect(
        (await ask('POST', path.replace(certificates.passType, 'pass.other'), { token, body })).status,
      ).toBe(401)
      for (const bad of [
        {},
        { pushToken: 'a/b' },
        { pushToken: 'a'.repeat(201) },
        { pushToken: 3 },
        'no json',
        '',
      ])
        expect((await ask('POST', path, { token, body: bad })).status).toBe(400)
      expect(
        (await ask('POST', path, { token, body: { pushToken: 'a', x: 'y'.repeat(20_000) } })).status,
      ).toBe(400)
      expect(
        (await ask('POST', registrationPath('d'.repeat(201), pass.serialNumber), { token, body })).status,
      ).toBe(400)
      for (const serial of ['x', ticket.id, `${ticket.id}.2`, `${ticket.id}.x`, `${randomUUID()}.1`])
        expect((await ask('GET', `/passes/${certificates.passType}/${serial}`, { token })).status).toBe(401)
      expect((await ask('DELETE', path, { token: 'x' })).status).toBe(401)
      expect((await ask('PUT', path, { token })).status).toBe(405)
      expect(await changed('unknown')).toBe(204)
      expect((await ask('POST', '/log', { body: { logs: ['A message'] } })).status).toBe(200)
      expect((await ask('POST', '/log', { body: { logs: 'A message' } })).status).toBe(400)
    })

    it('forgets a device that has deleted the pass', async () => {
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      await register('brief', pass)
      const path = registrationPath('brief', pass.serialNumber)
      for (let count = 0; count < 2; count += 1)
        expect((await ask('DELETE', path, { token: pass.authenticationToken })).status).toBe(200)
      expect(await changed('brief')).toBe(204)
      await sql`update tickets set holder = 'Nobody' where id = ${ticket.id}`.execute(shop.context.db)
      await updateWallets(shop.context)
      expect(apple.pushes.filter(({ token }) => token === 'push-brief')).toEqual([])
    })

    it('registers 20 devices for a pass', async () => {
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      for (let count = 0; count < 20; count += 1) expect(await register(`many-${count}`, pass)).toBe(201)
      expect(await register('many-20', pass)).toBe(429)
      expect(await register('many-3', pass)).toBe(200)
    })

    it('deletes devices and passes 90 days after the event', async () => {
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      await register('old', pass)
      await deleteUnusedPasses(shop.context)
      expect(await changed('old')).toMatchObject({ serialNumbers: [pass.serialNumber] })
      shop.clock.advance(110 * 86_400_000)
      await deleteUnusedPasses(shop.context)
      expect(await changed('old')).toBe(204)
      shop.clock.advance(-110 * 86_400_000)
    })
  })

  describe('pushes', () => {
    it('are repeated at longer intervals while Apple doesn’t answer, and end with the device', async () => {
      const { id, ticket } = await buy()
      const pass = await download(id, ticket.id)
      await register('flaky', pass)
      await register('lost', pass)
      apple.answers.set('push-flaky', { status: 503, reason: 'ServiceUnavailable' })
      apple.answers.set('push-lost', { status: 410, reason: 'Unregistered' })
      await sql`update tickets set holder = 'Ada L.' where id = ${ticket.id}`.execute(shop.context.db)
      await updateWallets(shop.context)
      const countOf = (token: string): number => apple.pushes.filter((push) => push.token === token).length
      expect([countOf('push-flaky'), countOf('push-lost')]).toEqual([1, 1])
      expect(await changed('lost')).toBe(204)
      await updateWallets(shop.context)
      expect(countOf('push-flaky')).toBe(1)
      shop.clock.advance(60_000)
      await updateWallets(shop.context)
      expect(countOf('push-flaky')).toBe(2)
      shop.clock.advance(60_000)
      await updateWallets(shop.context)
      expect(countOf('push-flaky')).toBe(2)
      apple.answers.clear()
      shop.clock.advance(60_000)
      await updateWallets(shop.context)
      shop.clock.advance(86_400_000)
      await updateWallets(shop.context)
      expect(countOf('push-flaky')).toBe(3)
    })
  })
})
