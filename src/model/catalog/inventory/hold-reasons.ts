export const HOLD_REASONS = [
  'SOLD_OUT',
  'LIMIT',
  'NOT_ON_SALE',
  'UNKNOWN',
  /** The client has reached its share of the unsold tickets. */
  'BUSY',
  /** Demand is high, and only accounts with a verified address can hold tickets of this event. */
  'ACCOUNT_REQUIRED',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]
