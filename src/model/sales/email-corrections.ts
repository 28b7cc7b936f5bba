/** Milliseconds after the purchase in which buyers can correct their email address themselves. Later, the promoter does it. */
const CORRECTION_MS = 3_600_000

/** `takenOutside` is set for manual orders, whose address the promoter has entered. */
export const mayCorrectEmail = (
  order: { paidAt: Date | null; takenOutside: string | null },
  now: number,
): boolean =>
  order.takenOutside === null && order.paidAt !== null && now < order.paidAt.getTime() + CORRECTION_MS
