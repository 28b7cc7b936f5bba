import * as z from 'zod/mini'
import { orderQuote } from '#model/sales/orders.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { createOrder } from './orders.ts'

const { items, takenOutside } = createOrder.body.shape

export const quoteOrder = endpoint({
  description: 'Computes the total of a manual order. Creates no order and holds no tickets.',
  method: 'POST',
  path: '/api/promoter/order-quotes',
  access: 'promoter',
  scope: 'orders:write',
  body: z.object({ items, takenOutside }),
  data: z.object({ quote: orderQuote }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'NOT_ON_SALE', 'MIXED_CART', 'VALIDATION_ERROR'],
})
