/**
 * Milliseconds after the purchase for which buyers can correct their email address themselves. Later, only the
 * promoter can.
 */
const CORRECTION_MS = 3_600_000

/**
 * True when the buyer can correct the address. `takenOutside` is set for manual orders, whose address the promoter
 * entered.
 */
export const isEmailCorrectable = (
  order: { paidAt: Date | null; takenOutside: string | null },
  now: number,
): boolean =>
  order.takenOutside === null && order.paidAt !== null && now < order.paidAt.getTime() + CORRECTION_MS
