import { randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import type { FactorChange } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall } from '#server/use-case.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'

export async function notifyFactorChange(
  context: Context,
  trx: Trx,
  { account, change, ...call }: Pick<AccountCall, 'account' | 'client' | 'site'> & { change: FactorChange },
): Promise<void> {
  const fact = `factor_changed:${randomUUID()}`
  const mail = { kind: 'factor_changed', fact, payload: { accountId: account.id, change } } as const
  await writeMails(trx, [{ ...mail, ...accountMailSite(context, call) }], new Date(context.clock.now()))
}
