import * as z from 'zod/mini'
import { ticket } from '#model/sales/orders.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const ownTicket = z.object({
  id: z.string(),
  /** Code of the ticket. Empty for a live code, and for a late code that hasn't appeared yet. */
  code: z.string(),
  /** Name of the ticket type. */
  name: z.string(),
  holder: z.string(),
  status: ticket.shape.status,
  /** URL of the ticket on its order's page. */
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
    'Lists the tickets of the account’s orders and of the orders of its verified email address, by event, soonest first. Events that ' +
    'have ended or are cancelled are left out. At most 20 orders. On a storefront, only orders with that storefront’s promoter.',
  method: 'GET',
  path: '/api/auth/customer/tickets',
  access: 'account',
  data: z.object({ events: z.array(ownEvent) }),
})
