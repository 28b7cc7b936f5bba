import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isProviderError } from '#server/money/providers/provider.ts'

type ProviderResult<Answer> = Result<Answer, 'PAYMENT_PROVIDER_FAILED'>

/** An unreachable provider or an unknown payment is an expected failure; any other exception is a bug and is rethrown. */
export async function callProvider<Answer>(
  context: Context,
  ask: () => Promise<Answer>,
): Promise<ProviderResult<Answer>> {
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

/** Calls the provider about a payment, unless it was made with a provider other than the configured one. */
export async function callProviderAbout<Answer>(
  context: Context,
  payment: { orderId: string; provider: string },
  ask: () => Promise<Answer>,
): Promise<ProviderResult<Answer>> {
  if (isOfPresent(context, payment)) return callProvider(context, ask)
  const { orderId, provider } = payment
  context.log.error({ orderId, provider }, 'The provider of the payment is not configured')
  return fail('PAYMENT_PROVIDER_FAILED')
}

/** True when there is no payment yet, or it was made with the configured provider. */
export const isOfPresent = (context: Context, payment: { provider: string } | undefined): boolean =>
  payment === undefined || payment.provider === context.payments.name
