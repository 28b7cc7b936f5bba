import * as z from 'zod/mini'
import { epochMs, money, objectId, reference } from '#model/platform/bounds.ts'
import { emailAddress } from '#model/people/people.ts'
import { doorPrices } from '#model/sales/door-sales/door-prices.ts'
import {
  doorPayment,
  MAX_DEVICE_SHARE,
  MAX_TICKETS_PER_DOOR_SALE,
} from '#model/sales/door-sales/door-sales.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { doorTicketRow } from './door.ts'

/**
 * Selling tickets from a device's share at the entrance of an event (docs/door.md). For members who may scan there, and paired devices with
 * the right to sell.
 */
const eventParams = z.object({ id: reference })

export const doorShare = z.object({
  ticketTypeId: z.string(),
  /** Number of tickets that only this device may sell. */
  quantity: z.int(),
  /** True while the console recalls the share. The device then stops selling from it. */
  isRecalled: z.boolean(),
  /** Number of tickets by which the share can be raised, because they are neither sold, held nor in a share. */
  free: z.int(),
})

export const doorStock = z.object({
  pricesVersion: z.int(),
  prices: doorPrices,
  shares: z.array(doorShare),
  /**
   * The event's page on the promoter's site with the member's tracking link. Buyers open it on their own phone to pay. Missing while the
   * event isn't published, and in data that a device stored with an older version.
   */
  checkoutUrl: z.optional(z.string()),
})
export type DoorStock = z.infer<typeof doorStock>

export const MAX_SYNCED_SALES = 50

/** Ticket code in the format of `model/sales/door/base32.ts`. */
const ticketCode = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/))

export const sentDoorSale = z.object({
  /** Id of the order that the server creates for the sale. */
  id: z.uuid(),
  /** Sequence number of the sale on its device. */
  seq: z.int().check(z.minimum(1), z.maximum(1e9)),
  /** Time by the device's clock. */
  atMs: epochMs,
  payment: doorPayment,
  pricesVersion: z.int().check(z.minimum(1), z.maximum(1e9)),
  total: money,
  tickets: z
    .array(z.object({ id: z.uuid(), code: ticketCode, ticketTypeId: z.uuid() }))
    .check(z.minLength(1), z.maxLength(MAX_TICKETS_PER_DOOR_SALE)),
  email: z.optional(emailAddress),
})
export type SentDoorSale = z.infer<typeof sentDoorSale>

export const syncDoorSales = endpoint({
  description:
    'Creates the orders of sales that a device has made, and returns its share and prices. A sale is created once, however often and in ' +
    'whichever order it is sent, at the prices of the version that it names. A sale beyond the share takes available ' +
    'tickets. Refused sales stay on the device, with the reason. A revoked device can still send its sales.',
  method: 'POST',
  path: '/api/door/events/{id}/sales',
  access: 'door',
  right: 'sell',
  params: eventParams,
  maxBodyBytes: 512 * 1024,
  body: z.object({
    deviceId: z.uuid(),
    deviceTimeMs: epochMs,
    sales: z.array(sentDoorSale).check(z.maxLength(MAX_SYNCED_SALES)),
    /** True once the device has stopped selling from its recalled shares and has sent all sales from them. */
    returnsRecalled: z.boolean(),
  }),
  data: z.object({
    /** Ids of the sent sales that are stored as orders, by this request or an earlier one. */
    stored: z.array(z.string()),
    refused: z.array(z.object({ id: z.string(), reason: z.string() })),
    tickets: z.array(doorTicketRow),
    stock: doorStock,
  }),
  errors: ['NOT_FOUND', 'DEVICE_REVOKED', 'DEVICE_TAKEN', 'DEVICE_UNKNOWN', 'RATE_LIMITED'],
})

export const putDoorShare = endpoint({
  description:
    "Sets a device's share of a ticket type, up to the number of available tickets. The device sends its sales first: sold tickets have left " +
    'the share. Returns the share.',
  method: 'PUT',
  path: '/api/door/events/{id}/share',
  access: 'door',
  right: 'sell',
  params: eventParams,
  body: z.object({
    deviceId: z.uuid(),
    ticketTypeId: objectId,
    quantity: z.int().check(z.minimum(0), z.maximum(MAX_DEVICE_SHARE)),
  }),
  data: z.object({ stock: doorStock }),
  errors: ['NOT_FOUND', 'DEVICE_REVOKED', 'DEVICE_TAKEN', 'DEVICE_UNKNOWN', 'NOT_ON_SALE', 'RATE_LIMITED'],
})

export const voidDoorSale = endpoint({
  description:
    "Voids a device's own sale: its tickets become void and are on sale again, and the box office refunds the money. A repeated " +
    'request changes nothing.',
  method: 'POST',
  path: '/api/door/events/{id}/sales/{saleId}/void',
  access: 'door',
  right: 'sell',
  params: z.object({ id: reference, saleId: objectId }),
  body: z.object({
    deviceId: z.uuid(),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  data: z.object({ isVoided: z.literal(true) }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
