/**
 * Failure of a request. Without effect: `silence` (no response), `reset` (connection broken), `error` (500), `rate_limit` (429). With
 * effect: `lost` (connection broken before the response), `unanswered` (no response), `error_after` (500).
 */
export type Fault = 'silence' | 'reset' | 'error' | 'rate_limit' | 'lost' | 'unanswered' | 'error_after'

export interface Faults {
  /**
   * The next `times` matching requests fail: by prefix of 'POST /v1/refunds', or a pattern. Stripe's library retries once except after
   * `rate_limit`, so Foyer notices only two failures.
   */
  next: (request: string | RegExp, fault: Fault, times?: number) => void
  /** Called for every request first, for random failures. */
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
