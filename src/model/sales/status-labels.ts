import type { OrderStatus } from './orders.ts'

export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

export const TICKET_STATUS_LABELS = {
  valid: 'Valid',
  used: 'Used',
  void: 'Void',
  passed_on: 'Passed on',
} as const

export const MANUAL_PAYMENT_LABELS = {
  complimentary: 'Complimentary',
  cash: 'Cash',
  card_terminal: 'Own card terminal',
  bank_transfer: 'Bank transfer',
  other: 'Paid elsewhere',
} as const
