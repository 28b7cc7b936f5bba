import { ProviderUnavailable, RefundRefused, type PaymentProvider } from '#server/payments/provider.ts'
import type { Life } from './life.ts'

/** What goes wrong with one call: it never arrives, or its answer doesn't, or the money is not given back. */
export type Fault = 'none' | 'away' | 'lost' | 'refused'

/** What goes wrong with the next calls, whoever makes them. */
export type Faults = Fault[]

/**
 * A provider as a process sees it: calls fail as the faults say, and none comes from a process that is over. What was asked
 * happens at the provider all the same, unless it never arrived.
 */
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
  }
}

const unavailable = (why: string): Promise<never> => Promise.reject(new ProviderUnavailable(why))

const refuse = (): Promise<never> => Promise.reject(new RefundRefused('The provider will not.'))

export class ProcessIsOver extends Error {
  override name = 'ProcessIsOver'
}
