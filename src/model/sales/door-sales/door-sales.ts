import * as z from 'zod/mini'

export const doorPayment = z.enum(['cash', 'card_terminal'])
export type DoorPayment = z.infer<typeof doorPayment>

export const DOOR_PAYMENT_LABELS: Readonly<Record<DoorPayment, string>> = {
  cash: 'Cash',
  card_terminal: 'Own card terminal',
}

export const MAX_TICKETS_PER_DOOR_SALE = 50

/**
 * First name of the buyer and of the holders in a sale at the door, because buyers at the door aren't asked for their
 * name.
 */
export const DOOR_BUYER_NAME = 'Door sale'

/** Maximum number of tickets of one type in a device's share. */
export const MAX_DEVICE_SHARE = 5000

export interface SummedSale {
  payment: DoorPayment
  totalCents: number
  tickets: number
  isVoided: boolean
}

export interface PaymentMethodSum {
  payment: DoorPayment
  sales: number
  tickets: number
  totalCents: number
}

/**
 * Sums a device's sales by payment method, excluding voided ones. The sum of `cash` is the amount that the cash box
 * should contain in addition to its float.
 */
export function summarizeSales(sales: readonly SummedSale[]): { sums: PaymentMethodSum[]; voided: number } {
  const kept = sales.filter(({ isVoided }) => !isVoided)
  const sums = doorPayment.options.map((payment) => {
    const own = kept.filter((sale) => sale.payment === payment)
    return {
      payment,
      sales: own.length,
      tickets: own.reduce((sum, sale) => sum + sale.tickets, 0),
      totalCents: own.reduce((sum, sale) => sum + sale.totalCents, 0),
    }
  })
  return { sums, voided: sales.length - kept.length }
}
