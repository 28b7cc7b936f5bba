/** Voucher amounts that a form has shown. Detects a change before the order is placed. */
export const voucherAmounts = (vouchers: readonly { code: string; amountCents: number }[]): string =>
  vouchers.map(({ code, amountCents }) => `${code}=${amountCents}`).join()
