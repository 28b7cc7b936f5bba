/** Errors about vouchers, by code. */
export const VOUCHER_ERRORS = {
  VOUCHER_UNKNOWN: [404, 'We don’t recognise this voucher. Check the code.'],
  VOUCHER_EXPIRED: [409, 'This voucher has expired.'],
  VOUCHER_OTHER_CURRENCY: [409, 'This voucher is in a different currency from your order.'],
  VOUCHER_BALANCE: [409, 'There isn’t enough left on this voucher. Check what is available, and try again.'],
  VOUCHER_PAID_IN: [409, 'This voucher replaces a refund, so it can’t be voided.'],
} as const satisfies Record<string, readonly [status: number, message: string]>
