import type {
  getPromoterSettlementSettings as getAnyContract,
  putPromoterSettlementSettings as putAnyContract,
} from '#contracts/operator/settlements.ts'
import type {
  getSettlementSettings as getContract,
  putSettlementSettings as putContract,
} from '#contracts/console/settlements.ts'
import { fail } from '#contracts/platform/errors.ts'
import { percentToBasisPoints } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import { listBankAccountRows } from '#server/money/bank-accounts/bank-account-rows.ts'
import { secondFactorRefusal } from '#server/money/bank-accounts/second-factor.ts'
import { notifyPaymentRouteChanged } from '#server/money/settlement-accounts/notify-route-changed.ts'
import { findSettlementPayee } from '#server/money/settlement-accounts/payee-rows.ts'
import { viewBalances } from '#server/money/settlement-forecast/view-balances.ts'
import type { AccountCall, PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findSettlementSettings,
  lockSettlementSettings,
  updateSettlementSettings,
  type SettlementSettingsChange,
  type SettlementSettingsRow,
} from './settings-rows.ts'
import { viewSettlementSettings } from './settlement-views.ts'

export const getSettlementSettings: UseCase<typeof getContract, PromoterCall> = async (context, call) =>
  succeed({ settings: viewSettlementSettings(await findSettlementSettings(context.db, call.promoterId)) })

/** Changes how and when the promoter is paid. An API key can't change the method, because it determines where the money goes. */
export const putSettlementSettings: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  const { version, method, schedule, weekday } = body
  const { accountId } = call.actor
  const refusal = accountId === null ? fail('FORBIDDEN') : await secondFactorRefusal(context, call)
  return editVersioned(context, call, {
    version,
    ...editOf(context, promoterId),
    write: async (trx, before, now) => {
      if (method !== before.method && refusal) return refusal
      if (method === 'provider' && !(await hasPayee(context, trx, promoterId)))
        return fail('PAYOUT_ACCOUNT_MISSING')
      if (method === 'bank' && (await listBankAccountRows(trx, { promoterId, now })).length === 0)
        return fail('PAYOUT_ACCOUNT_MISSING')
      await write(trx, { promoterId, before, change: { method, schedule, weekday }, now })
      if (method !== before.method && accountId !== null)
        await notifyPaymentRouteChanged(trx, { promoterId, change: method, changedBy: accountId, now })
      return undefined
    },
  })
}

const hasPayee = async (context: Context, trx: PipelinedTransaction, promoterId: string): Promise<boolean> =>
  (await findSettlementPayee(trx, { provider: context.payments.name, promoterId })) !== undefined

export const getPromoterSettlementSettings: UseCase<typeof getAnyContract, AccountCall> = async (
  context,
  call,
) => {
  const { id } = call.params
  const promoter = isUuid(id) ? await findPromoterSettings(context.db, id) : undefined
  if (!promoter) return fail('NOT_FOUND')
  const [settings, balances] = await Promise.all([
    findSettlementSettings(context.db, id),
    viewBalances(context, id),
  ])
  return succeed({
    promoter: { id, name: promoter.name },
    settings: viewSettlementSettings(settings),
    balances,
  })
}

/** Changes a promoter's settlement schedule and reserve. For operators. */
export const putPromoterSettlementSettings: UseCase<typeof putAnyContract, AccountCall> = async (
  context,
  call,
) => {
  const { id: promoterId } = call.params
  const promoter = isUuid(promoterId) ? await findPromoterSettings(context.db, promoterId) : undefined
  if (!promoter) return fail('NOT_FOUND')
  const { version, earlyShare, reserve, ...settings } = call.body
  if (settings.isHeld && settings.holdReason === '')
    return fail('VALIDATION_ERROR', [{ path: 'holdReason', message: 'Enter a reason.' }])
  const change = {
    ...settings,
    holdReason: settings.isHeld ? settings.holdReason : '',
    earlyShareBasisPoints: percentToBasisPoints(earlyShare),
    reserveBasisPoints: percentToBasisPoints(reserve),
  }
  const actor = { accountId: call.account.id, apiKeyId: null, isOperator: true }
  return editVersioned(
    context,
    { promoterId, actor },
    {
      version,
      ...editOf(context, promoterId),
      write: async (trx, before, now) => {
        await write(trx, { promoterId, before, change, now })
        await insertOperatorChange(trx, {
          accountId: actor.accountId,
          action: 'settlement_settings.changed',
          subjectId: promoterId,
          subject: promoter.name,
          promoterId,
          before: stateOf(before),
          after: stateOf({ ...before, ...change }),
          now,
        })
      },
    },
  )
}

const editOf = (context: Context, promoterId: string) => ({
  lock: (trx: PipelinedTransaction) =>
    lockSettlementSettings(trx, { promoterId, now: new Date(context.clock.now()) }),
  view: viewSettlementSettings,
  data: (settings: ReturnType<typeof viewSettlementSettings>) => ({ settings }),
  action: 'settlement_settings.changed' as const,
  subject: () => ({ id: promoterId, name: '' }),
  state: stateOf,
})

/** Writes the settings. A changed schedule counts as run now, so that the next run is at the new schedule's next time. */
async function write(
  trx: PipelinedTransaction,
  edit: { promoterId: string; before: SettlementSettingsRow; change: SettlementSettingsChange; now: Date },
): Promise<void> {
  const { before, change, now } = edit
  const isOther = change.schedule !== before.schedule || change.weekday !== before.weekday
  const rescheduled = isOther ? { scheduledAt: now } : {}
  await updateSettlementSettings(trx, { ...edit, change: { ...change, ...rescheduled } })
}

const stateOf = (row: SettlementSettingsRow) => ({
  method: row.method,
  schedule: row.schedule,
  weekday: row.weekday,
  delayDays: row.delayDays,
  earlyShareBasisPoints: row.earlyShareBasisPoints,
  reserveBasisPoints: row.reserveBasisPoints,
  reserveDays: row.reserveDays,
  isHeld: row.isHeld,
  holdReason: row.holdReason,
})
