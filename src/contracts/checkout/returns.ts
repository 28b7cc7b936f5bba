import * as z from 'zod/mini'
import { money, objectId } from '#model/platform/bounds.ts'
import { CART_ADMISSIONS_LIMIT } from '#model/sales/cart.ts'
import { order } from '#model/sales/orders.ts'
import { returnMethod } from '#model/catalog/returns/return-rules.ts'
import { returnRefusal } from '#model/money/returns/return-refusals.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

/** Refund that a return would make. Amounts in major units. */
export const returnPreview = z.object({
  currency: z.string(),
  /** All tickets of the order. Each has the refund for returning it alone. */
  tickets: z.array(
    z.object({
      id: z.string(),
      /** Methods by which the ticket can be returned: money, a voucher or both. Empty when it can't be returned. */
      methods: z.array(returnMethod),
      /** Why the ticket can't be returned; null when it can. */
      refusal: z.nullable(returnRefusal),
      /**
       * Amounts refunded and kept for this ticket: for a refund in money if possible, otherwise for a voucher. 0 when it can't be returned.
       */
      amount: z.number(),
      kept: z.number(),
      /** Deadline for this ticket; null when it can't be returned. */
      until: z.nullable(z.string()),
    }),
  ),
  /** Total refund of the chosen tickets. */
  amount: z.number(),
  kept: z.number(),
  /** Part of `amount` that belongs to no single ticket: order fee, delivery and rounding. Refunded with the order's last ticket. */
  other: z.number(),
  /**
   * Destination of the refund. `original`: the payment methods of the order. `voucher`: a new voucher, and the vouchers that paid the
   * order. `none`: nothing was paid.
   */
  method: z.enum(['original', 'voucher', 'none']),
  /** Parts of `amount`, by destination: the card, the vouchers that paid the order, and the new voucher. */
  toCard: z.number(),
  toVouchers: z.number(),
  toNewVoucher: z.number(),
  /** Part of `toVouchers` that isn't credited, because the payment of a bought voucher was refunded or disputed. */
  withheld: z._default(z.number(), 0),
  /** Expiry of the new voucher; null without one. */
  voucherExpiresAt: z.nullable(z.string()),
})
export type ReturnPreview = z.infer<typeof returnPreview>

/**
 * A return of tickets. `status` is that of the refund at the payment provider. Amounts in major units; `withheld` can change while the
 * refund is pending.
 */
export const ticketReturn = z.object({
  id: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Amount that the buyer gets, without `withheld`. For a `failed` return, the amount that the buyer would have got. */
  amount: z.number(),
  /** Amount that isn't credited to a voucher, because the payment of a bought voucher was refunded or disputed. */
  withheld: z._default(z.number(), 0),
  currency: z.string(),
})
export type TicketReturn = z.infer<typeof ticketReturn>

const chosen = z.array(objectId).check(z.maxLength(CART_ADMISSIONS_LIMIT))

/** Method of the return. Default: money. */
const as = z._default(returnMethod, 'money')

const ERRORS = [
  'NOT_FOUND',
  'ORDER_SIGN_IN',
  'ORDER_LINK_REPLACED',
  'ORDER_NOT_PAID',
  'PAID_ELSEWHERE',
  'REFUND_WAITING',
  'RETURN_REFUSED',
  'RETURN_OVER_LIMIT',
  'RATE_LIMITED',
] as const

export const previewReturn = endpoint({
  description:
    'Previews the return of tickets of an order by its buyer, with exact amounts. Each event’s rule applies as it was at the purchase ' +
    'or as it is now, whichever refunds more. `as` is money or a voucher. Without tickets, lists which ones can be returned. ' +
    'RETURN_REFUSED names the reason in `details`. RETURN_OVER_LIMIT: only the organiser can refund this amount.',
  method: 'POST',
  path: '/api/public/orders/{id}/returns/preview',
  access: 'anyone',
  params: idParams,
  body: z.object({ tickets: chosen, as }),
  data: returnPreview,
  errors: ERRORS,
})

export const returnTickets = endpoint({
  description:
    'Returns tickets of an order, which are then no longer valid. The refund is `expectedAmount` less `expectedWithheld`. It is paid ' +
    'as money, to the card and the vouchers that paid the order, or as a voucher if a rule of their events offers it. The code of a ' +
    'new voucher is on the order’s page and in an email. Free tickets are returned without a refund. If the amount, its part for the ' +
    'card or the withheld amount has changed, nothing is returned, and RETURN_CHANGED has the new preview in `details`. `pending`: ' +
    'the payment provider hasn’t responded yet. `failed`: it refused the refund, and the tickets are valid again. A retry with the ' +
    'same Idempotency-Key returns the same refund.',
  method: 'POST',
  path: '/api/public/orders/{id}/returns',
  access: 'anyone',
  params: idParams,
  body: z.object({
    tickets: chosen.check(z.minLength(1, 'Choose a ticket.')),
    as,
    /** Refund shown to the buyer, in major units. */
    expectedAmount: money,
    /** Part of the amount that the preview showed as refunded to the card. Not compared when absent. */
    expectedToCard: z.optional(money),
    /** `withheld` of the preview that the buyer saw; 0 when absent. */
    expectedWithheld: z.optional(money),
  }),
  idempotencyKey: 'required',
  data: z.object({ return: ticketReturn, order }),
  status: 201,
  errors: [...ERRORS, 'RETURN_CHANGED', 'KEY_REUSED'],
})
