import { randomUUID } from 'node:crypto'
import type {
  resendVerification as resendContract,
  resetPassword as resetContract,
} from '#contracts/account/sign-in.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import {
  hashLimitKey,
  ACCOUNT_LIMITS,
  clientNetworkOf,
  consumeLimits,
} from '#server/people/sessions/limits.ts'
import { accountMailSite } from './mail-site.ts'

export const resetPassword: UseCase<typeof resetContract, VisitorCall> = (context, call) =>
  askForMail(context, { ...call, email: call.body.email, kind: 'reset_password' })

export const resendVerification: UseCase<typeof resendContract, VisitorCall> = (context, call) =>
  askForMail(context, { ...call, email: call.body.email, kind: 'resend_verification' })

/**
 * Queues an email to any address. Whether it is sent is decided when it is composed, so that the response doesn't
 * reveal whether the address has an account.
 */
async function askForMail(
  context: Context,
  call: VisitorCall & { email: string; kind: 'reset_password' | 'resend_verification' },
): Promise<Result<Record<string, never>, 'RATE_LIMITED'>> {
  const { client, email, kind } = call
  const network = clientNetworkOf(client.address)
  const limited = await consumeLimits(context, [
    [ACCOUNT_LIMITS.mailOfNetwork, network],
    [ACCOUNT_LIMITS.mailOfNetworkAndEmail, hashLimitKey(network, kind, email)],
  ])
  if (limited) return limited
  const tooMany = await context.limits.consume(ACCOUNT_LIMITS.mailToEmail, hashLimitKey(kind, email))
  const mail = {
    kind,
    fact: `${kind}:${randomUUID()}`,
    payload: { email },
    ...accountMailSite(context, call),
  }
  await writeMails(context.db, tooMany ? [] : [mail], new Date(context.clock.now()))
  return succeed({})
}
