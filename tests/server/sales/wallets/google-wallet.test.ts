import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ticket } from '#model/sales/orders.ts'
import { readConfig } from '#server/platform/config.ts'
import { readGoogleCredentials } from '#server/sales/wallets/google/google-credentials.ts'
import { saveToGoogle } from '#server/sales/wallets/google/save-to-google.ts'
import { updateWallets } from '#server/sales/wallets/update-wallets.ts'
import { insertPromoter, insertTicketType } from '#tests/support/factories.ts'
import {
  GOOGLE_ACCOUNT,
  openGoogleWalletServer,
  type GoogleWalletServer,
} from '#tests/support/google-wallet-server.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { CARDS, newCartId, openShop, type Shop } from '#tests/support/shop.ts'

const ISSUER = '3388000000022222222'
const SAVE = 'https://pay.google.com/gp/v/save/'
const client = { origin: 'https://aurora.example', cookies: {} }

let google: GoogleWalletServer
let shop: Shop

beforeAll(async () => {
  google = await openGoogleWalletServer()
  shop = await openShop({
    settings: {
      GOOGLE_WALLET_ISSUER: ISSUER,
      GOOGLE_WALLET_KEY_FILE: google.keyFile,
      GOOGLE_WALLET_API_URL: google.url,
    },
  })
})
beforeEach(() => {
  google.calls.length = 0
  google.isDown = false
})
afterAll(async () => {
  expect(await findContradictions(shop.context.db)).toEqual([])
  await shop.close()
  await google.close()
})

const save = (id: string, ticketId: string, host = shop.host) =>
  saveToGoogle(shop.context, { site: shop.context.sites.resolve(host), id, ticketId, client })

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
  return { id: data.order.id, ticket: await readTicket(data.order.id) }
}

async function readTicket(id: string): Promise<Ticket> {
  const { data } = await shop.ask<{ order: { tickets: Ticket[] } }>('GET', `/api/public/orders/${id}`)
  const [ticket] = data.order.tickets
  if (!ticket) throw new Error('The order has no ticket.')
  return ticket
}

async function buyAndSave(): Promise<{ id: string; ticket: Ticket; objectId: string }> {
  const { id, ticket } = await buy()
  expect(await save(id, ticket.id)).toMatchObject({ url: expect.stringContaining(SAVE) })
  return { id, ticket, objectId: `${ISSUER}.${ticket.id}.1` }
}

describe('a ticket in Google Wallet', () => {
  it('is created at Google, and saved by a link that the service account has signed', async () => {
    const { id, ticket } = await buy()
    const saved = await save(id, ticket.id)
    if (typeof saved !== 'object') throw new Error(`The ticket was not saved: ${saved}.`)
    const objectId = `${ISSUER}.${ticket.id}.1`
    expect(saved.url.startsWith(SAVE)).toBe(true)
    // Longer links are refused by some browsers.
    expect(saved.url.length).toBeLessThan(1800)
    const { payload } = await jwtVerify(saved.url.slice(SAVE.length), google.publicKey)
    expect(payload).toEqual({
      iss: GOOGLE_ACCOUNT,
      aud: 'google',
      typ: 'savetowallet',
      iat: Math.floor(shop.clock.now() / 1000),
      origins: ['https://aurora.example'],
      payload: { eventTicketObjects: [{ id: objectId }] },
    })
    expect(google.stored.get(`${ISSUER}.${shop.eventId}`)).toMatchObject({
      issuerName: 'Aurora',
      reviewStatus: 'UNDER_REVIEW',
      eventName: { defaultValue: { language: 'en', value: 'Night Shift' } },
      dateTime: { start: '2026-12-01T20:00:00.000Z' },
    })
    expect(google.stored.get(objectId)).toMatchObject({
      classId: `${ISSUER}.${shop.eventId}`,
      state: 'ACTIVE',
      barcode: { type: 'QR_CODE', value: ticket.token, alternateText: ticket.code },
      ticketHolderName: 'Ada Lovelace',
    })
    // Saving again updates what is there.
    expect(await save(id, ticket.id)).toMatchObject({ url: expect.stringContaining(SAVE) })
    expect(google.calls.at(-1)).toMatchObject({ method: 'PATCH', path: `eventTicketObject/${objectId}` })
    expect(google.tokens).toBe(1)
  })

  it('is for those who may open the order, and for tickets that admit', async () => {
    const { id, ticket } = await buy()
    await insertPromoter(shop.context.db, 'Nordlys')
    await shop.context.sites.reload()
    expect(await save(id, ticket.id, 'nordlys.localhost')).toBeUndefined()
    for (const [order, one] of [
      [id, randomUUID()],
      [id, 'x'],
      ['x', ticket.id],
      [randomUUID(), ticket.id],
    ] as const)
      expect(await save(order, one)).toBeUndefined()
    await sql`update tickets set status = 'void' where id = ${ticket.id}`.execute(shop.context.db)
    expect(await save(id, ticket.id)).toBe('page')
    await sql`update tickets set status = 'valid' where id = ${ticket.id}`.execute(shop.context.db)
    await sql`update promoters set order_link_days = 1 where id = ${shop.promoterId}`.execute(shop.context.db)
    shop.clock.advance(60 * 86_400_000)
    expect(await save(id, ticket.id)).toBe('page')
    shop.clock.advance(-60 * 86_400_000)
    await sql`update promoters set order_link_days = null where id = ${shop.promoterId}`.execute(
      shop.context.db,
    )
    expect(google.calls).toEqual([])
    google.isDown = true
    expect(await save(id, ticket.id)).toBe('busy')
  })

  it('is updated when its event or the ticket changes', async () => {
    const { ticket, objectId } = await buyAndSave()
    await updateWallets(shop.context)
    google.calls.length = 0
    await updateWallets(shop.context)
    expect(google.calls).toEqual([])
    await sql`
      update events set starts_at = starts_at + interval '2 hours', ends_at = ends_at + interval '2 hours'
      where id = ${shop.eventId}`.execute(shop.context.db)
    await sql`update tickets set holder = 'Grace Hopper' where id = ${ticket.id}`.execute(shop.context.db)
    await Promise.all([updateWallets(shop.context), updateWallets(shop.context)])
    await updateWallets(shop.context)
    expect(google.stored.get(`${ISSUER}.${shop.eventId}`)).toMatchObject({
      dateTime: { start: '2026-12-01T22:00:00.000Z' },
    })
    expect(google.stored.get(objectId)).toMatchObject({ ticketHolderName: 'Grace Hopper', state: 'ACTIVE' })
    expect(google.calls.filter(({ path }) => path === `eventTicketObject/${objectId}`)).toHaveLength(1)
  })

  it('is inactive and has no code after a refund, or a new code', async () => {
    const [refunded, renewed] = [await buyAndSave(), await buyAndSave()]
    await sql`update tickets set status = 'void' where id = ${refunded.ticket.id}`.execute(shop.context.db)
    await sql`update tickets set generation = 2, code = 'AAAAA-CCCCC' where id = ${renewed.ticket.id}`.execute(
      shop.context.db,
    )
    await updateWallets(shop.context)
    for (const { objectId } of [refunded, renewed])
      expect(google.stored.get(objectId)).toMatchObject({
        state: 'INACTIVE',
        barcode: null,
        ticketNumber: null,
      })
    await sql`update tickets set status = 'valid' where id = ${refunded.ticket.id}`.execute(shop.context.db)
  })

  it('shows a late code once it appears, and rotates a live one by itself', async () => {
    const { db } = shop.context
    const set = (change: ReturnType<typeof sql>) =>
      sql`update events set ${change} where id = ${shop.eventId}`.execute(db)
    await set(sql`code_mode = 'late', code_reveal_hours = 24`)
    const { id, ticket, objectId } = await buyAndSave()
    expect(google.stored.get(objectId)).toMatchObject({
      state: 'ACTIVE',
      barcode: null,
      ticketNumber: null,
      rotatingBarcode: null,
      textModulesData: [{ body: expect.stringContaining('Your QR code appears on ') }],
    })
    await set(sql`code_reveal_hours = 720`)
    await updateWallets(shop.context)
    const { code, token } = await readTicket(id)
    expect(google.stored.get(objectId)).toMatchObject({
      barcode: { value: token, alternateText: code },
      ticketNumber: code,
      textModulesData: [],
    })
    await set(sql`code_mode = 'live'`)
    await updateWallets(shop.context)
    const { live } = await readTicket(id)
    expect(live?.secret).toMatch(/^[\da-f]{40}$/)
    expect(google.stored.get(objectId)).toMatchObject({
      barcode: null,
      ticketNumber: null,
      rotatingBarcode: {
        type: 'QR_CODE',
        valuePattern: `${live?.prefix}{totp_value_0}`,
        totpDetails: {
          periodMillis: '20000',
          algorithm: 'TOTP_SHA1',
          parameters: [{ key: live?.secret, valueLength: 8 }],
        },
      },
    })
    const saved = await save(id, ticket.id)
    if (typeof saved !== 'object') throw new Error(`The ticket was not saved: ${saved}.`)
    const { payload } = await jwtVerify(saved.url.slice(SAVE.length), google.publicKey)
    expect(JSON.stringify(payload)).not.toContain(live?.secret)
    await set(sql`code_mode = 'open', code_reveal_hours = 24`)
    await updateWallets(shop.context)
    expect(google.stored.get(objectId)).toMatchObject({ rotatingBarcode: null, barcode: { value: token } })
  })

  it('is updated later while Google doesn’t answer', async () => {
    const { ticket, objectId } = await buyAndSave()
    await updateWallets(shop.context)
    google.isDown = true
    await sql`update tickets set holder = 'Mary Shelley' where id = ${ticket.id}`.execute(shop.context.db)
    await updateWallets(shop.context)
    google.isDown = false
    await updateWallets(shop.context)
    expect(google.stored.get(objectId)).not.toMatchObject({ ticketHolderName: 'Mary Shelley' })
    shop.clock.advance(60_000)
    await updateWallets(shop.context)
    expect(google.stored.get(objectId)).toMatchObject({ ticketHolderName: 'Mary Shelley' })
    google.calls.length = 0
    shop.clock.advance(86_400_000)
    await updateWallets(shop.context)
    expect(google.calls).toEqual([])
  })
})

describe('settings of Google Wallet', () => {
  const read = (file: string) =>
    readGoogleCredentials(readConfig({ GOOGLE_WALLET_ISSUER: ISSUER, GOOGLE_WALLET_KEY_FILE: file }))

  it('are a service account’s key, or absent', async () => {
    expect(await readGoogleCredentials(readConfig({}))).toBeUndefined()
    expect(await read(google.keyFile)).toMatchObject({ issuer: ISSUER, account: GOOGLE_ACCOUNT })
    expect(() => readConfig({ GOOGLE_WALLET_ISSUER: ISSUER })).toThrow('GOOGLE_WALLET_KEY_FILE must be too')
    const wrong = google.keyFile.replace('key.json', 'wrong.json')
    writeFileSync(
      wrong,
      JSON.stringify({ client_email: GOOGLE_ACCOUNT, private_key: 'none', token_uri: google.url }),
    )
    for (const file of ['/nowhere', wrong]) await expect(read(file)).rejects.toThrow('GOOGLE_WALLET_KEY_FILE')
  })
})
