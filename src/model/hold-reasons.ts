/** Why a cart holds less than was asked. */
export const HOLD_REASONS = [
  'SOLD_OUT',
  'LIMIT',
  'NOT_ON_SALE',
  'UNKNOWN',
  /** The client holds its share of what is left. */
  'BUSY',
  /** Demand is high, and the event then holds for verified accounts only. */
  'ACCOUNT_REQUIRED',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]
