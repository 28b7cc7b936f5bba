import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import type { FactorChange } from '../mail/mail-facts.ts'
import { writeMails } from '../mail/mail-rows.ts'
import type { AccountCall } from '../use-case.ts'
import { mailSite } from './mail-site.ts'

/** Queues the notification email in the transaction of the change. */
export async function notifyFactorChange(
  context: Context,
  trx: Transaction<Database>,
  { account, change, ...call }: Pick<AccountCall, 'account' | 'client' | 'site'> & { change: FactorChange },
): Promise<void> {
  const fact = `factor_changed:${randomUUID()}`
  const mail = { kind: 'factor_changed', fact, payload: { accountId: account.id, change } } as const
  await writeMails(trx, [{ ...mail, ...mailSite(context, call) }], new Date(context.clock.now()))
}
