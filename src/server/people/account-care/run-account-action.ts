import type { AccountView } from '#contracts/operator/accounts.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { accountActionRefusal, type AccountAction } from '#model/people/account-actions.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { lockAccount, type AccountRow } from '#server/people/accounts/account-rows.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import { queueAccountActionMail } from '#server/people/factor-removals/cancel-factor-removals.ts'
import {
  isOperator,
  listOperatorIds,
  lockOperatorChanges,
  insertOperatorChange,
} from '#server/people/operators/operator-rows.ts'
import { ACCOUNT_LIMITS } from '#server/people/sessions/limits.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { AccountCall } from '#server/use-case.ts'
import { viewAccount } from './view-account.ts'

export type AccountActionCall = AccountCall & { params: { id: string }; body: { reason: string } }

type Kind = 'stop' | 'change sign-in'

interface Care<Code extends ErrorCode, K extends Kind> {
  /** `change sign-in`: changes how the owner signs in. Not allowed for accounts of other operators. */
  kind: K
  action: AccountAction
  details?: Record<string, unknown>
  /**
   * Makes the change while the account's row is locked. When there is nothing to do, returns `unchanged`; then
   * nothing is logged or emailed.
   */
  change: (
    trx: Trx,
    target: AccountRow & { isOperator: boolean; now: Date },
  ) => Promise<Failure<Code> | 'changed' | 'unchanged'>
  mailsOwner?: boolean
  /** Error code to return when a constraint is violated, by constraint name, as in `transact`. */
  rules?: Readonly<Record<string, Code>>
}

type Refusal<K extends Kind> = 'NOT_FOUND' | 'OWN_ACCOUNT' | (K extends 'stop' ? never : 'OPERATOR_ACCOUNT')

/**
 * Runs an operator's action on an account in one transaction: checks the operator's limit and permission, makes the
 * change, logs it and emails the owner.
 */
export async function runAccountAction<K extends Kind, Code extends ErrorCode = never>(
  context: Context,
  call: AccountActionCall,
  care: Care<Code, K>,
): Promise<Result<{ account: AccountView }, Code | Refusal<K> | 'RATE_LIMITED'>> {
  const { account: operator, params } = call
  const limited = await context.limits.consume(ACCOUNT_LIMITS.careOfOperator, operator.id)
  if (limited) return limited
  const accountId = params.id.toLowerCase()
  if (!isUuid(accountId)) return fail('NOT_FOUND')
  const cared = await transact(
    context.db,
    (trx) => carry(context, trx, { call, care, accountId }),
    care.rules,
  )
  if (!cared.success) return cared
  const account = await viewAccount(context, { accountId, viewerId: operator.id })
  return account ? succeed({ account }) : fail('NOT_FOUND')
}

async function carry<K extends Kind, Code extends ErrorCode>(
  context: Context,
  trx: Trx,
  { call, care, accountId }: { call: AccountActionCall; care: Care<Code, K>; accountId: string },
): Promise<Result<undefined, Code | Refusal<K>>> {
  const { account: operator, body } = call
  const now = new Date(context.clock.now())
  // The operators are locked before the account's row. Otherwise, two operators who act on each other's accounts would
  // deadlock, because each log entry refers to an account that the other operator has locked.
  if (await isOperator(trx, accountId)) await lockOperatorChanges(trx)
  const row = await lockAccount(trx, accountId)
  if (!row) return fail('NOT_FOUND')
  const target = { ...row, isOperator: await isOperator(trx, accountId), now }
  const refusal = accountActionRefusal({
    isOwn: accountId === operator.id,
    isOperator: target.isOperator,
    action: care.kind,
  })
  if (refusal) return fail(refusal as Refusal<K>)
  const result = await care.change(trx, target)
  if (result === 'unchanged') return succeed(undefined)
  if (result !== 'changed') return result
  const { action, details } = care
  const after = { ...details, reason: body.reason }
  const entry = {
    accountId: operator.id,
    action: `account.${action}`,
    subjectId: accountId,
    after,
    now,
  } as const
  await insertOperatorChange(trx, entry)
  if (!care.mailsOwner)
    await queueAccountActionMail(trx, action, { accountId, now, ...accountMailSite(context, call) })
  return succeed(undefined)
}

/**
 * Returns SOLE_OPERATOR unless the acting operator can still sign in. Otherwise, two operators could lock each
 * other's accounts at the same time.
 */
export async function expectOperatorRemains(
  context: Pick<Context, 'config'>,
  trx: Trx,
  operatorId: string,
): Promise<Failure<'SOLE_OPERATOR'> | undefined> {
  await lockOperatorChanges(trx)
  const ids = await listOperatorIds(trx, context.config)
  return ids.includes(operatorId) ? undefined : fail('SOLE_OPERATOR')
}
