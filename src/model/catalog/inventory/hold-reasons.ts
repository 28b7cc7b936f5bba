export const HOLD_REASONS = [
  'SOLD_OUT',
  'LIMIT',
  'NOT_ON_SALE',
  'UNKNOWN',
  /** The client already holds its maximum share of the available tickets. */
  'BUSY',
  /** Demand is high, so only accounts with a verified email address can hold the event's tickets. */
  'ACCOUNT_REQUIRED',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]
