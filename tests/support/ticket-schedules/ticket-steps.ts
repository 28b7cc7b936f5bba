import { randomUUID } from 'node:crypto'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import type { Order } from '#model/sales/orders.ts'
import type { TicketStep } from './command.ts'
import { askNight, readNight, readLinks, type TicketNight } from './night.ts'

type StepOf<Name extends TicketStep['do']> = Extract<TicketStep, { do: Name }>

type Players = {
  [Name in TicketStep['do']]: (night: TicketNight, step: StepOf<Name>) => Promise<unknown>
}

const PLAYERS: Players = {
  offer: async (night, step) => {
    const email = step.byEmail ? `${randomUUID().slice(0, 8)}@example.com` : ''
    return askNight(night, `POST ${await pathOf(night, step)}/offers`, { body: { email } })
  },
  reclaim: async (night, step) => askNight(night, `DELETE ${await pathOf(night, step)}/offers`),
  accept: async (night, { link, key }) => {
    const { offers } = await readLinks(night)
    const offer = offers[link % Math.max(1, offers.length)]
    if (offer === undefined) return undefined
    const email = `recipient${key}@example.com`
    return askNight(night, `POST /api/public/ticket-offers/${offer}/accept`, {
      key: `accept ${key}`,
      body: { firstName: `Recipient${key}`, lastName: '', email },
    })
  },
  'new code': async (night, step) =>
    askNight(night, `POST ${await pathOf(night, step)}/codes`, { key: `code ${step.key}` }),
  rename: async (night, step) =>
    askNight(night, `PUT ${await pathOf(night, step)}/holder`, {
      body: { firstName: 'Grace', lastName: 'Hopper' },
    }),
  refund: async (night, { ticket, isAll }) => {
    const { bearer, orderId, ticketIds } = night
    const body = isAll ? { all: true } : { tickets: [ticketIds[ticket]] }
    return askNight(night, `POST /api/promoter/orders/${orderId}/refunds`, {
      bearer,
      key: randomUUID(),
      body,
    })
  },
  return: returnTicket,
  scan,
  'correct address': async (night) => {
    const { bearer, orderId } = night
    const { version } = await readLinks(night)
    const body = { email: `${randomUUID().slice(0, 8)}@example.com`, version }
    return askNight(night, `PUT /api/promoter/orders/${orderId}/email`, { bearer, body })
  },
}

// Each step has a player of its name.
export const playStep = (night: TicketNight, step: TicketStep): Promise<unknown> =>
  PLAYERS[step.do](night, step as never)

/** Of a ticket of the order, or of a recipient's page, also one that doesn't hold its ticket any more. */
async function pathOf(
  night: TicketNight,
  { page, ticket }: { page: number; ticket: number },
): Promise<`/${string}`> {
  const { linkId, pages } = await readLinks(night)
  const chosen = pages[pages.length - page]
  return chosen
    ? `/api/public/tickets/${chosen.ticketKey}`
    : `/api/public/orders/${linkId}/tickets/${night.ticketIds[ticket]}`
}

/** At the previewed amount, as the order page does. A retried key may name another ticket. */
async function returnTicket(night: TicketNight, { ticket, key }: StepOf<'return'>): Promise<unknown> {
  const { linkId } = await readLinks(night)
  const tickets = [night.ticketIds[ticket] ?? '']
  const path = `POST /api/public/orders/${linkId}/returns` as const
  const previewed = await askNight<ReturnPreview>(night, `${path}/preview`, { body: { tickets } })
  if (!previewed?.success) return undefined
  const body = { tickets, expectedAmount: previewed.data.amount }
  return askNight(night, path, { key: `return ${key}`, body })
}

async function scan(night: TicketNight, { ticket }: StepOf<'scan'>): Promise<unknown> {
  const { world, eventId, bearer, deviceId, ticketIds } = night
  night.scans += 1
  const now = world.clock.now()
  const ticketId = ticketIds[ticket] ?? ''
  return askNight(night, `POST /api/door/events/${eventId}/sync`, {
    bearer,
    body: {
      device: { id: deviceId, name: 'Phone', gateId: null, waiting: 1, appVersion: '1' },
      deviceTimeMs: now,
      position: 0,
      ticketsSinceMs: now,
      scans: [{ seq: night.scans, ticketId, kind: 'entry', atMs: now, gateId: null }],
    },
  })
}

/** What each person sees: the buyer first, then recipients. Pages that can't be opened are violations. */
export async function readPages(night: TicketNight): Promise<Order['tickets'][]> {
  const { linkId, pages } = await readLinks(night)
  const order = await readNight<{ order: Order }>(night, `/api/public/orders/${linkId}`)
  if (!order.success) night.problems.push(`the order can’t be opened: ${order.error.code}`)
  const held = await Promise.all(
    pages.map(({ ticketKey }) =>
      readNight<{ held: { ticket: Order['tickets'][number] } }>(night, `/api/public/tickets/${ticketKey}`),
    ),
  )
  for (const { success, error } of held)
    if (!success) night.problems.push(`a ticket page can’t be opened: ${error.code}`)
  return [
    order.success ? order.data.order.tickets : [],
    ...held.map(({ success, data }) => (success ? [data.held.ticket] : [])),
  ]
}
