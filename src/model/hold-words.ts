import type { HoldReason } from './inventory.ts'

/** Why a cart holds less of a ticket type than was asked, for the one who asked. */
export const holdWords = (reason: HoldReason, of: { name: string; held: number }): string =>
  REASONS[reason](of)

const REASONS: Readonly<Record<HoldReason, (of: { name: string; held: number }) => string>> = {
  SOLD_OUT: ({ name, held }) =>
    held > 0 ? `Only ${held} of ${name} could be held: the rest is sold out.` : `${name} has just sold out.`,
  LIMIT: ({ name, held }) => `${name} is limited to ${held} per order.`,
  NOT_ON_SALE: ({ name }) => `${name} is not on sale at the moment.`,
  UNKNOWN: ({ name }) => `${name} is not available here any more.`,
}
