import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { isoDateTime } from '#model/platform/time/moments.ts'
import { CART_ADMISSIONS_LIMIT } from '#model/sales/cart.ts'
import { saleStatus } from '#model/catalog/catalog.ts'
import { maxPerOrderOf } from '#model/sales/customer-limits.ts'
import { currency } from '#model/platform/currency.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

/** A ticket type as its promoter sees it. Amounts in major units, times in ISO 8601. */
export const managedTicketType = z.object({
  id: z.string(),
  version,
  name: z.string(),
  description: z.string(),
  price: z.number(),
  /** Fees, taxes on top of the price, and total for the buyer of one ticket. */
  fees: z.number(),
  tax: z.optional(z.number()),
  totalPrice: z.number(),
  capacity: z.int(),
  held: z.int(),
  sold: z.int(),
  /** Number of tickets that can be bought now, within the capacities of the ticket type and its pool. */
  available: z.int(),
  minPerOrder: z.int(),
  /** Maximum number of tickets per order. If null, the limit is `maxPerCustomer`, or 10 if that is null, too. */
  maxPerOrder: z.nullable(z.int()),
  /** Limit across all orders of a customer, who is identified by account or email; null for no limit. */
  maxPerCustomer: z.nullable(z.int()),
  saleStartsAt: z.nullable(z.string()),
  saleEndsAt: z.nullable(z.string()),
  active: z.boolean(),
  isHidden: z.boolean(),
  accessCode: z.nullable(z.string()),
  followsId: z.nullable(z.string()),
  poolId: z.nullable(z.string()),
  taxIds: z.array(z.string()),
  status: saleStatus,
  waitsFor: z.optional(z.string()),
})
export type ManagedTicketType = z.infer<typeof managedTicketType>

const capacityPool = z.object({
  id: z.string(),
  version,
  name: z.string(),
  capacity: z.int(),
  held: z.int(),
  sold: z.int(),
})
export type CapacityPool = z.infer<typeof capacityPool>

/** The pool with its ticket types, returned in `details.current` of EDIT_CONFLICT. */
export const poolVersion = z.extend(capacityPool, {
  tickets: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type PoolVersion = z.infer<typeof poolVersion>

export const ticketBoard = z.object({
  event: z.object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    currency,
    timeZone: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    status: z.enum(['draft', 'published', 'cancelled']),
  }),
  ticketTypes: z.array(managedTicketType),
  pools: z.array(capacityPool),
  /** Tax rates to choose from. */
  taxes: z.array(z.object({ id: z.string(), name: z.string(), percent: z.number() })),
})
export type TicketBoard = z.infer<typeof ticketBoard>

const MAX_TICKETS = 1_000_000
const MAX_PRICE = 1_000_000

const count = (fewest: number, most: number) =>
  z
    .int('Enter a whole number.')
    .check(z.minimum(fewest, `Enter ${fewest} or more.`), z.maximum(most, `Enter ${most} or less.`))
const name = z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120))
const saleMoment = z.nullable(isoDateTime('Enter a date and a time.'))
const id = z.uuid('This id doesn’t exist.')

export const ticketTypeFields = z
  .object({
    name,
    description: z.string().check(z.trim(), z.maxLength(2000)),
    price: z
      .number('Enter a price.')
      .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(MAX_PRICE, `Enter ${MAX_PRICE} or less.`)),
    capacity: count(0, MAX_TICKETS),
    minPerOrder: count(1, CART_ADMISSIONS_LIMIT),
    /** Maximum number of tickets per order. If null, the limit is `maxPerCustomer`, or 10 if that is null, too. */
    maxPerOrder: z._default(z.nullable(count(1, CART_ADMISSIONS_LIMIT)), null),
    /** Limit across all orders of a customer, who is identified by account or email; null for no limit. */
    maxPerCustomer: z._default(z.nullable(count(1, MAX_TICKETS)), null),
    saleStartsAt: saleMoment,
    saleEndsAt: saleMoment,
    active: z.boolean(),
    isHidden: z.boolean(),
    /** Access code of a hidden ticket type: letters, digits and hyphens. Case is ignored. */
    accessCode: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.toUpperCase(),
          z.regex(/^[\p{L}\d-]{3,40}$/u, 'Use 3 to 40 letters, digits or hyphens.'),
        ),
    ),
    followsId: z.nullable(id),
    poolId: z.nullable(id),
    taxIds: z.array(id).check(z.maxLength(10)),
  })
  .check(
    z.refine((fields) => fields.minPerOrder <= maxPerOrderOf(fields), {
      path: ['minPerOrder'],
      error: 'This is more than the maximum per order.',
    }),
    z.refine(
      ({ maxPerOrder, maxPerCustomer }) =>
        maxPerOrder === null || maxPerCustomer === null || maxPerOrder <= maxPerCustomer,
      { path: ['maxPerOrder'], error: 'This is more than the maximum per customer.' },
    ),
    z.refine(
      ({ saleStartsAt, saleEndsAt }) =>
        saleStartsAt === null || saleEndsAt === null || Date.parse(saleStartsAt) < Date.parse(saleEndsAt),
      { path: ['saleEndsAt'], error: 'The sale would end before it begins.' },
    ),
  )
export type TicketTypeFields = z.infer<typeof ticketTypeFields>

const edit = { version }
const ofEvent = { access: 'promoter', scope: 'events:write', params: idParams } as const

export const listTicketTypes = endpoint({
  description: 'Lists the ticket types and shared capacities of an event.',
  ...ofEvent,
  method: 'GET',
  path: '/api/promoter/events/{id}/ticket-types',
  scope: 'events:read',
  data: ticketBoard,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const createTicketType = endpoint({
  description: 'Creates a ticket type.',
  ...ofEvent,
  method: 'POST',
  path: '/api/promoter/events/{id}/ticket-types',
  body: ticketTypeFields,
  data: z.object({ ticketType: managedTicketType }),
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR', 'TICKET_TYPES_FULL'],
})

export const putTicketType = endpoint({
  description: 'Updates a ticket type. A new price applies from the next quote; placed orders keep theirs.',
  ...ofEvent,
  method: 'PUT',
  path: '/api/promoter/ticket-types/{id}',
  body: z.object({ fields: ticketTypeFields, ...edit }),
  data: z.object({ ticketType: managedTicketType }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR', 'EDIT_CONFLICT', 'CAPACITY_TAKEN'],
})

export const deleteTicketType = endpoint({
  description: 'Deletes a ticket type. TICKET_TYPE_TAKEN when it was in an order or is in a cart.',
  ...ofEvent,
  method: 'DELETE',
  path: '/api/promoter/ticket-types/{id}',
  data: z.null(),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'TICKET_TYPE_TAKEN'],
})

export const putTicketTypeOrder = endpoint({
  description:
    'Sorts the ticket types of an event. `ids` are all of them, in order; EDIT_CONFLICT when the set has ' +
    'changed.',
  ...ofEvent,
  method: 'PUT',
  path: '/api/promoter/events/{id}/ticket-types/order',
  body: z.object({ ids: z.array(id).check(z.maxLength(200)) }),
  data: z.object({ ids: z.array(z.string()) }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT'],
})

export const poolFields = z.object({
  name,
  capacity: count(0, MAX_TICKETS),
  ticketTypeIds: z.array(id).check(z.maxLength(200)),
})
export type PoolFields = z.infer<typeof poolFields>

export const createPool = endpoint({
  description:
    'Creates a capacity that several ticket types share. CAPACITY_TAKEN when more tickets are sold or in ' +
    'carts.',
  ...ofEvent,
  method: 'POST',
  path: '/api/promoter/events/{id}/pools',
  body: poolFields,
  data: z.object({ pool: capacityPool }),
  status: 201,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR', 'CAPACITY_TAKEN'],
})

export const putPool = endpoint({
  description:
    'Updates a shared capacity. CAPACITY_TAKEN when more tickets are sold or in carts; EDIT_CONFLICT ' +
    'returns the stored one as `details.current`.',
  ...ofEvent,
  method: 'PUT',
  path: '/api/promoter/pools/{id}',
  body: z.object({ fields: poolFields, ...edit }),
  data: z.object({ pool: capacityPool }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR', 'EDIT_CONFLICT', 'CAPACITY_TAKEN'],
})

export const deletePool = endpoint({
  description: 'Deletes a shared capacity. Its ticket types keep their own capacities.',
  ...ofEvent,
  method: 'DELETE',
  path: '/api/promoter/pools/{id}',
  data: z.null(),
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
