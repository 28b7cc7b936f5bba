import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AttendeeRowView } from '#contracts/console/orders/attendees.ts'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { createApi } from '#server/http/api.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'
import { newCartId } from '#tests/support/shop.ts'

const question = (id: string, scope: 'order' | 'attendee', label: string): unknown => ({
  id,
  scope,
  label,
  kind: 'text',
  choices: [],
  required: false,
})

let fixture: ConsoleFixture
let eventId: string
let standing: string

beforeEach(async () => {
  fixture = await openConsoleFixture()
  const { context, promoterId } = fixture
  eventId = await insertEvent(context.db, {
    promoterId,
    startsAt: new Date('2026-12-03T20:00:00Z'),
    questions: [question('meal', 'attendee', 'Meal'), question('how', 'order', 'How did you hear of us?')],
  })
  standing = await insertTicketType(context.db, { promoterId, eventId, name: 'Standing', priceCents: 0 })
})
afterEach(() => fixture.close())

/** Order of two free tickets whose buyer answered both questions; the second holder none. */
async function buy(answers: Record<string, string> = { how: 'From a poster' }): Promise<string> {
  const cartId = newCartId()
  await fixture.hold(cartId, { [standing]: 2 })
  const { data, status } = await fixture.checkout(cartId, 0, {
    attendees: [
      { ticketTypeId: standing, firstName: 'Ada', lastName: 'Lovelace', answers: { meal: '=Vegan' } },
      { ticketTypeId: standing, firstName: 'Grace', lastName: 'Hopper', answers: { meal: '' } },
    ],
    answers,
  })
  expect(status).toBe(201)
  return data.order.id
}

const list = async (): Promise<AttendeeRowView[]> =>
  (await fixture.owner.ask<{ attendees: AttendeeRowView[] }>('GET', '/api/promoter/attendees')).data.attendees

async function csv(path: string): Promise<string[]> {
  const headers = { host: fixture.host, authorization: `Bearer ${fixture.owner.bearer}` }
  const answer = await createApi(fixture.context).fetch(
    new Request(`http://${fixture.host}${path}`, { headers }),
  )
  return (await answer.text()).trim().split('\r\n')
}

it('buyers’ answers appear in the attendee list and the order', async () => {
  const id = await buy()
  expect((await list()).map(({ holder, answers }) => [holder, answers])).toEqual([
    [
      'Ada Lovelace',
      [
        { question: 'Meal', answer: '=Vegan' },
        { question: 'How did you hear of us?', answer: 'From a poster' },
      ],
    ],
    ['Grace Hopper', [{ question: 'How did you hear of us?', answer: 'From a poster' }]],
  ])
  const { data } = await fixture.owner.ask<{ detail: OrderDetail }>('GET', `/api/promoter/orders/${id}`)
  expect(data.detail.answers).toEqual([{ question: 'How did you hear of us?', answer: 'From a poster' }])
  expect(data.detail.tickets.map((ticket) => ticket.answers)).toEqual([
    [{ question: 'Meal', answer: '=Vegan' }],
    [],
  ])
})

it('each question is an export column, as text', async () => {
  await buy()
  const [head, ada, grace] = await csv(`/api/promoter/attendees/export.csv?eventId=${eventId}`)
  expect(head).toMatch(/,Meal,How did you hear of us\?$/)
  expect(ada).toMatch(/Ada Lovelace.*,'=Vegan,From a poster$/)
  expect(grace).toMatch(/Grace Hopper.*,,From a poster$/)
  const [orderHead, order] = await csv('/api/promoter/orders/export.csv')
  expect(orderHead).toMatch(/,How did you hear of us\?$/)
  expect(order).toMatch(/,From a poster$/)
})

it('columns contain the filtered event’s questions only', async () => {
  const other = await insertEvent(fixture.context.db, {
    promoterId: fixture.promoterId,
    startsAt: new Date('2026-12-05T20:00:00Z'),
    questions: [question('size', 'attendee', 'T-shirt size')],
  })
  const headOf = async (query: string): Promise<string | undefined> =>
    (await csv(`/api/promoter/attendees/export.csv${query}`))[0]
  expect(await headOf(`?eventId=${other}`)).toMatch(/Issued,T-shirt size$/)
  expect(await headOf(`?eventId=${eventId}`)).not.toContain('T-shirt')
  expect(await headOf('')).toMatch(/Issued,Meal,How did you hear of us\?,T-shirt size$/)
})

it('answers to a removed question are kept', async () => {
  await buy()
  await fixture.context.db.updateTable('events').set({ questions: '[]' }).where('id', '=', eventId).execute()
  expect((await list())[0]?.answers).toContainEqual({
    question: 'A question that is no longer asked',
    answer: '=Vegan',
  })
  const [head, ada] = await csv('/api/promoter/attendees/export.csv')
  expect(head).toMatch(/Issued,Other answers$/)
  expect(ada).toMatch(
    /,A question that is no longer asked: =Vegan; A question that is no longer asked: From a poster$/,
  )
})
