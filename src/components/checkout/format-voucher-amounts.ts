/** The voucher amounts that a form has shown, as a text. Used to detect a change before the order is placed. */
export const formatVoucherAmounts = (vouchers: readonly { code: string; amountCents: number }[]): string =>
  vouchers.map(({ code, amountCents }) => `${code}=${amountCents}`).join()
