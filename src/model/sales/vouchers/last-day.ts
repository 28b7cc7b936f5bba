import { formatDay } from '#model/catalog/format-event.ts'

/** Formats the last day on which a voucher is valid. Vouchers expire at midnight in UTC. */
export const formatVoucherLastDay = (expiresAt: string | Date): string =>
  formatDay(new Date(new Date(expiresAt).getTime() - 1).toISOString(), 'UTC')
