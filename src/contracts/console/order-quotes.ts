import * as z from 'zod/mini'
import { orderQuote } from '#model/orders.ts'
import { endpoint } from '../endpoint.ts'
import { createOrder } from './orders.ts'

const { items, takenOutside } = createOrder.body.shape

/** What an order that the promoter takes would come to, computed as the order itself is; nothing happens, and nothing is held. */
export const quoteOrder = endpoint({
  method: 'POST',
  path: '/api/promoter/order-quotes',
  access: 'promoter',
  scope: 'orders:write',
  body: z.object({ items, takenOutside }),
  data: z.object({ quote: orderQuote }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'NOT_ON_SALE', 'MIXED_CART', 'VALIDATION_ERROR'],
})
