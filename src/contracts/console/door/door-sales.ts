import * as z from 'zod/mini'
import { objectId, reference } from '#model/platform/bounds.ts'
import { doorPayment, MAX_DEVICE_SHARE } from '#model/sales/door-sales/door-sales.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

const eventParams = z.object({ id: reference })
const deviceParams = z.object({ id: reference, deviceId: objectId })

export const doorSalesView = z.object({
  event: z.object({ id: z.string(), title: z.string(), currency: z.string(), timeZone: z.string() }),
  ticketTypes: z.array(z.object({ id: z.string(), name: z.string(), free: z.int() })),
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      lastSyncAt: z.string(),
      isRevoked: z.boolean(),
      /** True for members' devices, and for paired devices with the right to sell. */
      maySell: z.boolean(),
      shares: z.array(z.object({ ticketTypeId: z.string(), quantity: z.int(), isRecalled: z.boolean() })),
      /** Totals by payment method, without voided sales. Amounts in major units. */
      sales: z.array(z.object({ payment: doorPayment, sales: z.int(), tickets: z.int(), total: z.number() })),
      refunded: z.number(),
      /** Number of sales that were refunded in full. */
      voided: z.int(),
    }),
  ),
  /** The newest 100 sales, including voided ones. Amounts in major units. */
  sales: z.array(
    z.object({
      orderId: z.string(),
      orderNumber: z.string(),
      deviceId: z.string(),
      /** Sequence number of the sale on its device. */
      number: z.int(),
      /** Time by the device's clock, corrected to the server's. */
      soldAt: z.string(),
      payment: doorPayment,
      tickets: z.int(),
      total: z.number(),
      refunded: z.number(),
      /** True once the sale is refunded in full. */
      isVoided: z.boolean(),
      /** Reason of the refund. */
      note: z.string(),
    }),
  ),
})
export type DoorSalesView = z.infer<typeof doorSalesView>

export const listDoorSales = endpoint({
  description:
    "Lists an event's devices with their shares of tickets and their sales by payment, and the newest sales.",
  method: 'GET',
  path: '/api/promoter/events/{id}/door-sales',
  access: 'promoter',
  scope: 'orders:read',
  params: eventParams,
  data: doorSalesView,
  errors: ['NOT_FOUND'],
})

export const raiseDoorShare = endpoint({
  description:
    "Raises a device's share of a ticket type, up to the number of available tickets. A lower quantity changes nothing, because the " +
    'device may have sold the tickets offline.',
  method: 'PUT',
  path: '/api/promoter/events/{id}/door-shares/{deviceId}',
  access: 'promoter',
  scope: 'orders:write',
  params: deviceParams,
  body: z.object({
    ticketTypeId: objectId,
    quantity: z.int().check(z.minimum(0), z.maximum(MAX_DEVICE_SHARE)),
  }),
  data: z.object({ doorSales: doorSalesView }),
  errors: ['NOT_FOUND', 'NOT_ON_SALE', 'DEVICE_REVOKED'],
})

export const recallDoorShare = endpoint({
  description:
    'Recalls a device’s shares: it stops selling with its next sync and returns its unsold tickets. With `isLost`, they are returned at ' +
    'once; sales that the device sends later are then refused if no tickets are available.',
  method: 'POST',
  path: '/api/promoter/events/{id}/door-shares/{deviceId}/recalls',
  access: 'promoter',
  scope: 'orders:write',
  params: deviceParams,
  body: z.object({ isLost: z.boolean() }),
  data: z.object({ doorSales: doorSalesView }),
  errors: ['NOT_FOUND'],
})
