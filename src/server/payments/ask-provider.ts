import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { isProviderError } from './provider.ts'

type Told<Answer> = Result<Answer, 'PAYMENT_PROVIDER_FAILED'>

/**
 * A provider that can't be reached, or doesn't know what it is asked about, is an expected failure; anything else it throws is
 * a bug and goes on.
 */
export async function askProvider<Answer>(
  context: Context,
  ask: () => Promise<Answer>,
): Promise<Told<Answer>> {
  try {
    return succeed(await ask())
  } catch (error) {
    const isExpected =
      isProviderError(error, 'ProviderUnavailable') || isProviderError(error, 'PaymentUnknown')
    if (!isExpected) throw error
    context.log.error({ err: error }, 'The payment provider did not answer')
    return fail('PAYMENT_PROVIDER_FAILED')
  }
}

/** Another provider than the present one may have been in use when the payment was made: then nobody is asked. */
export async function askAbout<Answer>(
  context: Context,
  payment: { orderId: string; provider: string },
  ask: () => Promise<Answer>,
): Promise<Told<Answer>> {
  if (isOfPresent(context, payment)) return askProvider(context, ask)
  const { orderId, provider } = payment
  context.log.error({ orderId, provider }, 'The payment is with a provider that is not in use')
  return fail('PAYMENT_PROVIDER_FAILED')
}

/** No payment is with no other. */
export const isOfPresent = (context: Context, payment: { provider: string } | undefined): boolean =>
  payment === undefined || payment.provider === context.payments.name
