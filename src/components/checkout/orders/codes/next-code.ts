import type { Ticket } from '#model/sales/orders.ts'

const DAY_SECONDS = 86_400

/** Returns the seconds until the next late code appears; undefined if none appears within a day. `now` is in milliseconds. */
export function secondsToNextCode(
  tickets: readonly Pick<Ticket, 'codeAppearsAt'>[],
  now: number,
): number | undefined {
  const seconds = tickets
    .map(({ codeAppearsAt = '' }) => Math.ceil((Date.parse(codeAppearsAt) - now) / 1000))
    .filter((each) => each > 0)
  const next = Math.min(...seconds)
  return next <= DAY_SECONDS ? next + 1 : undefined
}

/** Returns true if a valid ticket has a late code that hasn't appeared yet. `now` is in milliseconds. */
export const isAwaitingCode = (
  tickets: readonly Pick<Ticket, 'status' | 'codeAppearsAt'>[],
  now: number,
): boolean =>
  tickets.some(({ status, codeAppearsAt = '' }) => status === 'valid' && Date.parse(codeAppearsAt) > now)
