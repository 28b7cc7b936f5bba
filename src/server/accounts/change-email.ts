import { randomUUID } from 'node:crypto'
import type { changeEmail as contract } from '#contracts/accounts.ts'
import { succeed } from '#model/result.ts'
import { writeMails } from '../mail/mail-rows.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { checkPassword } from './check-password.ts'
import { keyOf, LIMITS, networkOf, takeEach } from './limits.ts'
import { mailSite } from './mail-site.ts'

/** Asks the new address for its consent. Nothing changes, and nobody learns whose it is, until it is given. */
export const changeEmail: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, client } = call
  const { id: accountId } = account
  const wrong = await checkPassword(context, { accountId, password: body.password, client })
  if (wrong) return wrong
  const network = networkOf(client.address)
  const limited = await takeEach(context, [
    [LIMITS.mailOfNetwork, network],
    [LIMITS.mailOfNetworkAndEmail, keyOf(network, 'change_email', accountId)],
  ])
  if (limited) return limited
  const { email } = body
  const tooMany = await context.limits.take(LIMITS.mailToEmail, keyOf('change_email', email))
  const fact = `change_email:${randomUUID()}`
  const mail = { kind: 'change_email', fact, payload: { accountId, email } } as const
  const mails = tooMany ? [] : [{ ...mail, ...mailSite(context, call) }]
  await writeMails(context.db, mails, new Date(context.clock.now()))
  return succeed({})
}
