import type {
  deleteEventFees as deleteEventContract,
  deletePromoterFees as deletePromoterContract,
  FeeLevel,
  FeeTerms,
  putEventFees as putEventContract,
  putPromoterFees as putPromoterContract,
} from '#contracts/console/pricing/fees.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { toFeeRuleFromTerms } from '#model/pricing/fee-terms.ts'
import { feeLevelOf } from './fee-levels.ts'
import {
  deleteFees,
  findFeeEvent,
  listFeeSettings,
  lockFees,
  writeFees,
  type FeeScope,
} from './fee-settings-rows.ts'

export const putPromoterFees: UseCase<typeof putPromoterContract, PromoterCall> = (context, call) =>
  changeFees(context, call, {
    ...placeOf(call, call.params),
    name: call.params.currency,
    ...toFeeChange(call.body),
  })

export const deletePromoterFees: UseCase<typeof deletePromoterContract, PromoterCall> = (context, call) =>
  changeFees(context, call, { ...placeOf(call, call.params), name: call.params.currency, ...call.query })

export const putEventFees: UseCase<typeof putEventContract, PromoterCall> = (context, call) =>
  changeEventFees(context, call, toFeeChange(call.body))

export const deleteEventFees: UseCase<typeof deleteEventContract, PromoterCall> = (context, call) =>
  changeEventFees(context, call, call.query)

const placeOf = ({ promoterId }: PromoterCaller, { currency }: { currency: string }): FeeScope => ({
  promoterId,
  eventId: null,
  currency,
})

interface FeeChange {
  version: number
  /** When undefined, the level's own fees are deleted, so that the fees of the next level apply. */
  terms?: FeeTerms
}

const toFeeChange = ({ version, ...terms }: FeeTerms & { version: number }): FeeChange => ({ version, terms })

async function changeEventFees(
  context: Context,
  call: PromoterCaller & { params: { id: string } },
  change: FeeChange,
): Promise<Result<FeeLevel, 'NOT_FOUND' | 'EDIT_CONFLICT'>> {
  const { promoterId } = call
  const { id } = call.params
  const event = await findFeeEvent(context.db, { promoterId, id })
  if (!event) return fail('NOT_FOUND')
  const { title: name, currency } = event
  return changeFees(context, call, { promoterId, eventId: id, currency, name, ...change })
}

/**
 * Changes the fees of a promoter or an event. Locks all fees of the promoter, so that concurrent requests can't
 * insert a level's fees twice.
 */
async function changeFees(
  context: Context,
  caller: PromoterCaller,
  { promoterId, eventId, currency, name, version, terms }: FeeScope & FeeChange & { name: string },
): Promise<Result<FeeLevel, 'NOT_FOUND' | 'EDIT_CONFLICT'>> {
  const place = { promoterId, eventId, currency }
  return editVersioned(context, caller, {
    version,
    lock: async (trx) => {
      await lockFees(trx, promoterId)
      const level = feeLevelOf(await listFeeSettings(trx, promoterId), eventId, currency)
      return { level, version: level.own?.version ?? 0 }
    },
    write: (trx) =>
      terms ? writeFees(trx, place, toFeeRuleFromTerms(terms, currency)) : deleteFees(trx, place),
    view: ({ level }) => level,
    data: (level) => level,
    action: 'fees.changed',
    subject: () => ({ id: eventId ?? promoterId, name }),
    // A level without fees of its own is logged with the fees of the next level.
    state: ({ level }) => ({ source: level.source, ...level.terms }),
  })
}
