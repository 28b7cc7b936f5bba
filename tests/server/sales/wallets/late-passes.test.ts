import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order, Ticket } from '#model/sales/orders.ts'
import { fetchApplePass, registerWalletDevice } from '#server/sales/wallets/apple/apple-service.ts'
import { getApplePass } from '#server/sales/wallets/apple/get-apple-pass.ts'
import { updateWallets } from '#server/sales/wallets/update-wallets.ts'
import {
  createAppleCertificates,
  hasOpenssl,
  type AppleCertificates,
} from '#tests/support/apple-certificates.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openPushServer, type PushServer } from '#tests/support/push-server.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

interface PassJson {
  serialNumber: string
  authenticationToken: string
  barcodes?: { message: string; altText: string }[]
  voided?: boolean
  eventTicket: { backFields: { key: string; value: string }[] }
}

describe.skipIf(!hasOpenssl)('a late code in Apple Wallet (skipped without openssl)', () => {
  const client = { origin: 'http://aurora.localhost', cookies: {} }
  let certificates: AppleCertificates
  let apple: PushServer
  let shop: Shop

  beforeAll(async () => {
    certificates = createAppleCertificates()
    apple = await openPushServer()
    shop = await openShop({
      settings: {
        APPLE_WALLET_PASS_TYPE: certificates.passType,
        APPLE_WALLET_TEAM: certificates.team,
        APPLE_WALLET_CERTIFICATE_FILE: certificates.certificate,
        APPLE_WALLET_KEY_FILE: certificates.key,
        APPLE_WALLET_ISSUER_FILE: certificates.issuer,
        APPLE_PUSH_URL: apple.url,
      },
    })
  })
  afterAll(async () => {
    await shop.close()
    await apple.close()
    certificates.remove()
  })

  const set = (change: ReturnType<typeof sql>) =>
    sql`update events set ${change} where id = ${shop.eventId}`.execute(shop.context.db)
  const readTicket = async (id: string): Promise<Ticket> => {
    const { data } = await shop.ask<{ order: Order }>('GET', `/api/public/orders/${id}`)
    const [ticket] = data.order.tickets
    if (!ticket) throw new Error('The order has no ticket.')
    return ticket
  }
  const download = async (id: string, ticketId: string) =>
    getApplePass(shop.context, { site: shop.context.sites.resolve(shop.host), id, ticketId, client })
  const jsonOf = (pass: Uint8Array): PassJson =>
    JSON.parse(Buffer.from(unzipSync(pass)['pass.json'] ?? '').toString())
  const codeField = ({ eventTicket }: PassJson): string | undefined =>
    eventTicket.backFields.find(({ key }) => key === 'code')?.value

  async function buy(): Promise<string> {
    const typeId = await insertTicketType(shop.context.db, { ...shop, priceCents: 1500 })
    const cart = newCartId()
    await shop.hold(cart, { [typeId]: 1 })
    const { data } = await shop.checkout(cart, 15)
    await shop.pay(data.order.id, CARDS.good)
    return data.order.id
  }

  async function addPass(ticket: { id: string; ticketId: string }, pushToken: string) {
    const bytes = await download(ticket.id, ticket.ticketId)
    if (typeof bytes !== 'object') throw new Error(`The ticket has no pass: ${bytes}.`)
    const pass = jsonOf(bytes)
    const { serialNumber: serial, authenticationToken: token } = pass
    const request = { passType: certificates.passType, serial, token }
    await registerWalletDevice(shop.context, { ...request, deviceId: pushToken, pushToken })
    const fetchAgain = async (): Promise<PassJson> => {
      const found = await fetchApplePass(shop.context, {
        ...request,
        origin: client.origin,
        knownAt: undefined,
      })
      if (typeof found !== 'object') throw new Error(`The pass isn’t sent: ${found}.`)
      return jsonOf(found.bytes)
    }
    return { pass, fetchAgain }
  }
  const pushesAfter = async (change: Promise<unknown>): Promise<string[]> => {
    await change
    apple.pushes.length = 0
    await updateWallets(shop.context)
    return apple.pushes.map((push) => push.token)
  }

  it('comes with a push when it appears, and goes when codes become live', async () => {
    await set(sql`code_mode = 'late', code_reveal_hours = 24`)
    const id = await buy()
    const { id: ticketId, token: hidden } = await readTicket(id)
    expect(hidden).toBe('')
    const { pass: first, fetchAgain } = await addPass({ id, ticketId }, 'push-phone')
    expect([first.barcodes, first.voided ?? false]).toEqual([undefined, false])
    expect(codeField(first)).toContain('Your QR code appears on ')

    await updateWallets(shop.context)
    expect(apple.pushes).toEqual([])
    await set(sql`code_reveal_hours = 720`)
    await updateWallets(shop.context)
    expect(apple.pushes.map((push) => push.token)).toEqual(['push-phone'])
    const shown = await readTicket(id)
    expect((await fetchAgain()).barcodes?.[0]).toMatchObject({ message: shown.token, altText: shown.code })

    await set(sql`code_mode = 'live'`)
    expect(await download(id, ticketId)).toBe('page')
    const live = await fetchAgain()
    expect([live.barcodes, live.voided ?? false]).toEqual([undefined, false])
    expect(codeField(live)).toContain('Your QR code is live')
  })

  it('is pushed when it appears at another time, and when the ticket is returned', async () => {
    await set(sql`code_mode = 'late', code_reveal_hours = 24`)
    const id = await buy()
    const { id: ticketId } = await readTicket(id)
    const { pass, fetchAgain } = await addPass({ id, ticketId }, 'push-watch')
    expect(await pushesAfter(set(sql`code_reveal_hours = 12`))).toContain('push-watch')
    const later = await fetchAgain()
    expect(codeField(later)).toContain('Your QR code appears on ')
    expect(codeField(later)).not.toBe(codeField(pass))

    const setReturned = (at: Date | null) =>
      sql`update tickets set returned_at = ${at} where id = ${ticketId}`.execute(shop.context.db)
    expect(await pushesAfter(setReturned(new Date(shop.clock.now())))).toEqual(['push-watch'])
    expect((await fetchAgain()).voided).toBe(true)
    expect(await pushesAfter(setReturned(null))).toEqual(['push-watch'])
  })

  it('has no pass while it is live, also while many are being signed', async () => {
    await set(sql`code_mode = 'live'`)
    const id = await buy()
    const { id: ticketId } = await readTicket(id)
    const { wallets, sites } = shop.context
    if (!wallets.apple) throw new Error('Apple Wallet isn’t set up.')
    const full = {
      ...shop.context,
      wallets: { ...wallets, apple: { ...wallets.apple, sign: async () => undefined } },
    }
    const ask = () => getApplePass(full, { site: sites.resolve(shop.host), id, ticketId, client })
    expect(await ask()).toBe('page')
    await set(sql`code_mode = 'open'`)
    expect(await ask()).toBe('busy')
  })
})
