import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isProviderError } from '#server/money/providers/provider.ts'

type ProviderResult<Answer> = Result<Answer, 'PAYMENT_PROVIDER_FAILED'>

/**
 * Calls the provider. Returns a failure if it can't be reached or doesn't know the payment. Rethrows other exceptions, which
 * are bugs.
 */
export async function callProvider<Answer>(
  context: Context,
  send: () => Promise<Answer>,
): Promise<ProviderResult<Answer>> {
  try {
    return succeed(await send())
  } catch (error) {
    const isExpected =
      isProviderError(error, 'ProviderUnavailable') || isProviderError(error, 'PaymentNotFound')
    if (!isExpected) throw error
    context.log.error({ err: error }, 'The payment provider did not answer')
    return fail('PAYMENT_PROVIDER_FAILED')
  }
}

/**
 * Awaits a call to the provider. Returns undefined for `BalanceInsufficient`; a later call with the same key can then
 * succeed.
 */
export async function unlessBalanceInsufficient<Answer>(
  pending: Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await pending
  } catch (error) {
    if (!isProviderError(error, 'BalanceInsufficient')) throw error
    return undefined
  }
}

/**
 * Calls the provider about a payment. PAYMENT_PROVIDER_FAILED if the payment was made with another provider than the
 * configured one.
 */
export async function callProviderAbout<Answer>(
  context: Context,
  payment: { orderId: string; provider: string },
  send: () => Promise<Answer>,
): Promise<ProviderResult<Answer>> {
  if (isOfConfiguredProvider(context, payment)) return callProvider(context, send)
  const { orderId, provider } = payment
  context.log.error({ orderId, provider }, 'The provider of the payment is not configured')
  return fail('PAYMENT_PROVIDER_FAILED')
}

/** True if there is no payment yet, or it was made with the configured provider. */
export const isOfConfiguredProvider = (
  context: Context,
  payment: { provider: string } | undefined,
): boolean => payment === undefined || payment.provider === context.payments.name
