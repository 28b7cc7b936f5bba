import * as z from 'zod/mini'
import { ticket } from '#model/sales/orders.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const ownTicket = z.object({
  id: z.string(),
  /** '' for a live code, and before a late one appears. */
  code: z.string(),
  /** Name of the ticket type. */
  name: z.string(),
  holder: z.string(),
  status: ticket.shape.status,
  /** The ticket on its order's page. */
  url: z.string(),
})

export const ownEvent = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  venue: z.object({ name: z.string(), city: z.string() }),
  tickets: z.array(ownTicket),
})
export type OwnEvent = z.infer<typeof ownEvent>

export const listOwnTickets = endpoint({
  description:
    'Lists the tickets of all orders of the account and of its verified email address, by event: events that have not ended and ' +
    "are not cancelled, the next one first, of 20 orders at most. On a storefront, only orders with that storefront's promoter.",
  method: 'GET',
  path: '/api/auth/customer/tickets',
  access: 'account',
  data: z.object({ events: z.array(ownEvent) }),
  errors: [],
})
