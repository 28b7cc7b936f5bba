import * as z from 'zod/mini'
import { voucherCode } from '#model/sales/vouchers/voucher-codes.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

/** A voucher that can pay for a cart. */
export const checkedVoucher = z.object({
  /** Code of the voucher in the printed format, with hyphens. */
  code: z.string(),
  /** Amount that can be used now, in major units: the balance minus amounts reserved by other unpaid orders. */
  available: z.number(),
  currency: z.string(),
  expiresAt: z.string(),
})
export type CheckedVoucher = z.infer<typeof checkedVoucher>

export const checkVoucher = endpoint({
  description:
    'Checks whether a voucher can pay for a cart, and returns the amount that is available. Reserves nothing; checkout checks it again. ' +
    'The number of wrong codes is limited. VOUCHER_BALANCE: nothing is available.',
  method: 'POST',
  path: '/api/public/vouchers/check',
  access: 'anyone',
  body: z.object({ cartId: z.uuid('The cart id must be a UUID.'), code: voucherCode }),
  data: checkedVoucher,
  errors: [
    'CART_EMPTY',
    'VOUCHER_UNKNOWN',
    'VOUCHER_EXPIRED',
    'VOUCHER_OTHER_CURRENCY',
    'VOUCHER_BALANCE',
    'RATE_LIMITED',
  ],
})
