import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { CARDS, CUSTOMER } from '#tests/support/shop.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { putOn } from './support/stage.ts'
import { expect, test } from './support/test.ts'

/** Creates an order that requires a challenge. Returns the challenge's path. */
async function askBank(foyer: RunningFoyer, title: string): Promise<{ path: string; orderId: string }> {
  const show = await putOn(foyer, title)
  const cartId = randomUUID()
  const call = async (method: 'PUT' | 'POST', path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const answer = await ask(foyer, `aurora ${path}`, { method, headers, body: JSON.stringify(body) })
    return answer.json().data
  }
  const items = [{ ticketTypeId: show.ticketTypeId, quantity: 1 }]
  await call('PUT', `/api/public/carts/${cartId}`, { items })
  const { order } = await call('POST', '/api/public/checkout', {
    cartId,
    customer: CUSTOMER,
    expectedTotal: 20,
  })
  const paymentMethod = { number: CARDS.challenged, expiry: '12/30', cvc: '123' }
  const { nextAction } = await call('POST', '/api/payments/confirm', { orderId: order.id, paymentMethod })
  return { path: nextAction.url, orderId: order.id }
}

interface Answer {
  status: number | undefined
  location: string | undefined
  json: () => { data: { order: { id: string }; nextAction: { url: string } } }
}

/** Node can't resolve names below localhost, so the request goes to the IP address with a Host header. */
async function ask(
  foyer: RunningFoyer,
  page: string,
  given: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const [site = '', path = ''] = page.split(' ')
  const { method = 'GET', headers = {}, body } = given
  const host = new URL(foyer.url(site)).host
  const sent = request({ port: foyer.port, path, method, headers: { ...headers, host } })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const said = await text(response)
  return {
    status: response.statusCode,
    location: response.headers.location,
    json: () => JSON.parse(said),
  }
}

const FORM = 'application/x-www-form-urlencoded'
const answer = (foyer: RunningFoyer, page: string, given: { type?: string; body: string }) =>
  ask(foyer, page, {
    method: 'POST',
    headers: { 'content-type': given.type ?? FORM },
    body: given.body,
  })
const YES = { body: 'answer=approve' }

test('a bank challenge is shown on the storefront and on the main site', async ({ foyer }) => {
  const { path } = await askBank(foyer, 'Bank Question')
  for (const site of ['aurora', '']) expect((await ask(foyer, `${site} ${path}`)).status).toBe(200)
  expect((await ask(foyer, `nordlys ${path}`)).status).toBe(404)
})

test('a challenge can’t be answered on another promoter’s site', async ({ foyer }) => {
  const { path, orderId } = await askBank(foyer, 'Foreign Answer')
  expect((await answer(foyer, `nordlys ${path}`, YES)).status).toBe(404)
  const answered = await answer(foyer, `aurora ${path}`, YES)
  expect([answered.status, answered.location]).toEqual([303, `/orders/${orderId}`])
})

test('a challenge page accepts only its form, and doesn’t exist without a challenge', async ({ foyer }) => {
  const { path } = await askBank(foyer, 'Odd Answers')
  const own = `aurora ${path}`
  const json = { type: 'application/json', body: '{"answer":"approve"}' }
  expect((await answer(foyer, own, json)).status).toBe(415)
  expect((await answer(foyer, own, { type: 'multipart/form-data; boundary=x', body: 'a' })).status).toBe(415)
  const unknown = 'aurora /sandbox/challenge/sbx_unknown'
  expect((await answer(foyer, unknown, json)).status).toBe(404)
  expect((await answer(foyer, unknown, YES)).status).toBe(404)
  expect((await answer(foyer, own, { body: '%' })).status).toBe(303)
})

test('a challenge that was answered before leads to the order', async ({ foyer }) => {
  const { path, orderId } = await askBank(foyer, 'Answered Twice')
  await answer(foyer, `aurora ${path}`, YES)
  const order = `/orders/${orderId}`
  const again = await answer(foyer, `aurora ${path}`, YES)
  expect([again.status, again.location]).toEqual([303, order])
  const shown = await ask(foyer, `aurora ${path}`)
  expect([shown.status, shown.location]).toEqual([303, order])
  expect((await ask(foyer, `nordlys ${path}`)).status).toBe(404)
})
