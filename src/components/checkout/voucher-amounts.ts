/** What a form has shown that vouchers pay, to notice when it has changed. */
export const voucherAmounts = (vouchers: readonly { code: string; amountCents: number }[]): string =>
  vouchers.map(({ code, amountCents }) => `${code}=${amountCents}`).join()
