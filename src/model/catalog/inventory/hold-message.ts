import type { HoldReason } from './hold-reasons.ts'

interface Short {
  name: string
  held: number
  minPerOrder?: number | undefined
}

export const holdMessage = (reason: HoldReason, hold: Short): string => REASONS[reason](hold)

const REASONS: Readonly<Record<HoldReason, (of: Short) => string>> = {
  SOLD_OUT: ({ name, held }) =>
    held > 0 ? `Only ${held} of ${name} could be held: the rest is sold out.` : `${name} has just sold out.`,
  LIMIT: ({ name, held, minPerOrder = 1 }) =>
    held === 0 && minPerOrder > 1
      ? `${name} has a minimum of ${minPerOrder} per order.`
      : `${name} is limited to ${held} per order.`,
  BUSY: ({ name, held }) =>
    `${held > 0 ? `Only ${held} of ${name} could be held` : `${name} could not be held`}: too many tickets are on hold from your network. Try again in a few minutes, or sign in with a verified account.`,
  ACCOUNT_REQUIRED: ({ name }) =>
    `Demand for ${name} is high. Sign in with a verified account to hold these tickets.`,
  NOT_ON_SALE: ({ name }) => `${name} is not on sale at the moment.`,
  UNKNOWN: ({ name }) => `${name} is no longer available.`,
}
