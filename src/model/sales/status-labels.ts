import type { OrderStatus } from './orders.ts'

export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

export const TICKET_STATUS_LABELS = { valid: 'Valid', used: 'Used', void: 'Void' } as const

export const MANUAL_ORDER_LABELS = {
  complimentary: 'Complimentary',
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  other: 'Paid elsewhere',
} as const
