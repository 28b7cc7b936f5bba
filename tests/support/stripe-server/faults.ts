/**
 * What can go wrong with a request. Without an effect: `silence` (taken, never answered), `reset` (the connection breaks),
 * `error` (500) and `rate_limit` (429). With the effect, but without telling: `lost` (the connection breaks before the
 * answer), `unanswered` (nothing comes any more), `error_after` (500).
 */
export type Fault = 'silence' | 'reset' | 'error' | 'rate_limit' | 'lost' | 'unanswered' | 'error_after'

export interface Faults {
  /**
   * The next `times` requests that match go wrong: by the beginning of 'POST /v1/refunds', or a pattern. Stripe's library
   * asks twice before it gives up, but for a `rate_limit`: it takes two for Foyer to notice.
   */
  next: (request: string | RegExp, fault: Fault, times?: number) => void
  /** Asked about every request before the others: for faults by chance. */
  by: (choose: ((request: string) => Fault | undefined) | undefined) => void
  clear: () => void
}

export interface FaultQueue extends Faults {
  take: (request: string) => Fault | undefined
}

export function createFaults(): FaultQueue {
  let waiting: { request: string | RegExp; fault: Fault; left: number }[] = []
  let choose: ((request: string) => Fault | undefined) | undefined
  return {
    next: (request, fault, times = 1) => waiting.push({ request, fault, left: times }),
    by: (chooser) => {
      choose = chooser
    },
    clear: () => {
      waiting = []
      choose = undefined
    },
    take: (request) => {
      const chosen = choose?.(request)
      if (chosen) return chosen
      const found = waiting.find((each) => each.left > 0 && matches(each.request, request))
      if (found) found.left -= 1
      return found?.fault
    },
  }
}

const matches = (wanted: string | RegExp, request: string): boolean =>
  typeof wanted === 'string' ? request.startsWith(wanted) : wanted.test(request)
