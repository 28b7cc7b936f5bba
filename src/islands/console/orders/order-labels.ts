import type { OrderRowView } from '#contracts/console/orders/orders.ts'
import type { OrderStatus } from '#model/sales/orders.ts'

export const ORDER_STATUS_TONES: Readonly<Partial<Record<OrderStatus, 'success' | 'warning'>>> = {
  pending: 'warning',
  paid: 'success',
}

export const PAYMENT_STATUS_LABELS = {
  open: 'Not started',
  requires_action: 'Waiting for the buyer’s bank',
  processing: 'Processing',
  succeeded: 'Succeeded',
  cancelled: 'Cancelled',
  refunding: 'Refunding',
  refunded: 'Refunded',
} as const

export const PROVIDER_LABELS: Readonly<Record<string, string>> = { stripe: 'Stripe', sandbox: 'Test mode' }

/** Lists the events of an order, for example 'Night Shift', or 'Night Shift and 2 more'. */
export const formatEvents = ({ events }: Pick<OrderRowView, 'events'>): string => {
  const [first = '', ...more] = events
  return more.length === 0 ? first : `${first} and ${more.length} more`
}

/** Returns the start or end of a day in the browser's time zone, in ISO 8601. */
export const dayStart = (day: string | undefined): string | undefined => toMoment(day, 'T00:00:00')
export const dayEnd = (day: string | undefined): string | undefined => toMoment(day, 'T23:59:59.999')

function toMoment(day: string | undefined, time: string): string | undefined {
  const at = Date.parse(`${day ?? ''}${time}`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
