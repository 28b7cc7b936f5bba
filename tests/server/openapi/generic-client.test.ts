import { OpenAPIClientAxios } from 'openapi-client-axios'
import { expect, test } from 'vitest'
import { insertFees, insertTicketType } from '#tests/support/factories.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { CARDS, CUSTOMER, newCartId } from '#tests/support/shop.ts'

interface Told {
  success: boolean
  // The test knows the shape of the responses that it requests.
  data: { id: string }[] & {
    order: { id: string; status: string; total: number; tickets: unknown[] }
    status: string
  }
}

test('a client generated from the document buys two tickets', async () => {
  const door = await openFrontDoor({})
  const { promoterId, eventId, database } = door.stage
  await insertTicketType(database.db, { promoterId, eventId, priceCents: 2000 })
  await insertFees(database.db, {})
  const baseURL = `http://127.0.0.1:${door.port}`
  const host = 'aurora.localhost'
  const config = { baseURL, headers: { host } }
  const api = new OpenAPIClientAxios({
    definition: `${baseURL}/api/openapi.json`,
    axiosConfigDefaults: config,
  })
  const client = await api.init()
  client.defaults.baseURL = baseURL
  const ask = async (operationId: string, ...given: unknown[]): Promise<Told['data']> => {
    const operation: unknown = client[operationId]
    if (typeof operation !== 'function') throw new Error(`The client has no ${operationId}.`)
    const { data } = await operation(...given)
    expect(data).toMatchObject({ success: true })
    return data.data
  }

  const cartId = newCartId()
  const [ticket] = await ask('listTickets', { id: eventId })
  await ask('putCart', { cartId }, { items: [{ ticketTypeId: ticket?.id, quantity: 2 }] })
  const placed = await ask(
    'checkout',
    { 'Idempotency-Key': crypto.randomUUID() },
    { cartId, customer: CUSTOMER, expectedTotal: 40 },
  )
  const orderId = placed.order.id
  const card = { number: CARDS.good, expiry: '12/30', cvc: '123' }
  const paid = await ask('confirmPayment', null, { orderId, paymentMethod: card })
  expect(paid.status).toBe('succeeded')
  const { order } = await ask('getOrder', { id: orderId })
  expect(order).toMatchObject({ status: 'paid', total: 40 })
  expect(order.tickets).toHaveLength(2)
  await door.close()
})
