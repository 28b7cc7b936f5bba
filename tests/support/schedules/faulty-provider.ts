import {
  PayeeRefused,
  ProviderUnavailable,
  RefundRefused,
  type PaymentProvider,
} from '#server/money/providers/provider.ts'
import type { Life } from './life.ts'

/** Failure of one call: the request is lost, the response is lost, or the refund is refused. */
export type Fault = 'none' | 'away' | 'lost' | 'refused'

/** Failures of the next calls. */
export type Faults = Fault[]

/** Wraps a provider: calls fail as configured, and calls of a dead process are blocked. A call whose response is lost is still executed. */
export function makeFaulty(whole: PaymentProvider, faults: Faults, life: Life): PaymentProvider {
  const asked = async <Answer>(call: (fault: Fault) => Promise<Answer>): Promise<Answer> => {
    const step = life.step()
    if (step === 'over') throw new ProcessIsOver()
    const fault = faults.shift() ?? 'none'
    const told = await (fault === 'away' ? unavailable('The provider is away.') : call(fault)).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    if (step === 'last') life.end()
    if (life.isOver) throw new ProcessIsOver()
    if ('error' in told) throw told.error
    return fault === 'lost' ? unavailable('The answer got lost.') : told.answer
  }
  return {
    ...whole,
    createIntent: (request) => asked(() => whole.createIntent(request)),
    confirmIntent: (...call) => asked(() => whole.confirmIntent(...call)),
    cancelIntent: (intentId) => asked(() => whole.cancelIntent(intentId)),
    fetchIntent: (intentId) => asked(() => whole.fetchIntent(intentId)),
    refund: (request) => asked((fault) => (fault === 'refused' ? refuse() : whole.refund(request))),
    payees: {
      ...whole.payees,
      fetch: (payeeId) => asked(() => whole.payees.fetch(payeeId)),
      // What was moved before isn't refused when it is asked for again.
      transfer: (request) =>
        asked((fault) =>
          fault === 'refused' && !isMoved('transfer', request.key)
            ? refusePayee()
            : whole.payees.transfer(request).then(moved('transfer', request.key)),
        ),
      payOut: (request) =>
        asked((fault) =>
          fault === 'refused' && !isMoved('payout', request.key)
            ? refusePayee()
            : whole.payees.payOut(request).then(moved('payout', request.key)),
        ),
      fetchPayout: (...call) => asked(() => whole.payees.fetchPayout(...call)),
    },
  }
}

const MOVED = new Set<string>()

/** True when the provider has moved money with this key, in any process. */
const isMoved = (what: string, key: string): boolean => MOVED.has(`${what} ${key}`)

const moved =
  (what: string, key: string) =>
  <Answer>(answer: Answer): Answer => {
    MOVED.add(`${what} ${key}`)
    return answer
  }

const refusePayee = (): Promise<never> => Promise.reject(new PayeeRefused('The provider will not.'))

const unavailable = (why: string): Promise<never> => Promise.reject(new ProviderUnavailable(why))

const refuse = (): Promise<never> => Promise.reject(new RefundRefused('The provider will not.'))

export class ProcessIsOver extends Error {
  override name = 'ProcessIsOver'
}
