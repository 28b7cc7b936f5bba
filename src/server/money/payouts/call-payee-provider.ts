import { fail } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { callProvider } from '#server/money/payments/call-provider.ts'
import { PayeeRefused, type Payees } from '#server/money/providers/provider.ts'

export async function callPayeeProvider<Answer>(
  context: Context,
  send: (payees: Payees) => Promise<Answer>,
): Promise<Result<Answer, 'PAYMENT_PROVIDER_FAILED' | 'PAYEE_REFUSED'>> {
  try {
    return await callProvider(context, () => send(context.payments.payees))
  } catch (error) {
    if (!(error instanceof PayeeRefused)) throw error
    return fail('PAYEE_REFUSED', { reason: error.message })
  }
}
