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
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { storeFees } from '#model/pricing/fee-terms.ts'
import { feeLevelOf } from './fee-levels.ts'
import {
  deleteFees,
  findFeeEvent,
  listDeskFees,
  lockFees,
  writeFees,
  type FeePlace,
} from './fee-desk-rows.ts'

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

const placeOf = ({ promoterId }: PromoterCaller, { currency }: { currency: string }): FeePlace => ({
  promoterId,
  eventId: null,
  currency,
})

interface FeeChange {
  version: number
  /** Undefined inherits the fees of the next level. */
  terms?: FeeTerms
}

const toFeeChange = ({ version, ...terms }: FeeTerms & { version: number }): FeeChange => ({ version, terms })

async function changeEventFees(
  context: Context,
  call: PromoterCaller & { params: { id: string } },
  wish: FeeChange,
): Promise<Result<FeeLevel, 'NOT_FOUND' | 'EDIT_CONFLICT'>> {
  const { promoterId } = call
  const { id } = call.params
  const event = isUuid(id) ? await findFeeEvent(context.db, { promoterId, id }) : undefined
  if (!event) return fail('NOT_FOUND')
  const { title: name, currency } = event
  return changeFees(context, call, { promoterId, eventId: id, currency, name, ...wish })
}

/** Serialised per promoter, so that the first fees of a level have one writer too. */
async function changeFees(
  context: Context,
  caller: PromoterCaller,
  { promoterId, eventId, currency, name, version, terms }: FeePlace & FeeChange & { name: string },
): Promise<Result<FeeLevel, 'NOT_FOUND' | 'EDIT_CONFLICT'>> {
  const place = { promoterId, eventId, currency }
  return editVersioned(context, caller, {
    version,
    lock: async (trx) => {
      await lockFees(trx, promoterId)
      const level = feeLevelOf(await listDeskFees(trx, promoterId), eventId, currency)
      return { level, version: level.own?.version ?? 0 }
    },
    write: (trx) => (terms ? writeFees(trx, place, storeFees(terms, currency)) : deleteFees(trx, place)),
    view: ({ level }) => level,
    data: (level) => level,
    action: 'fees.changed',
    subject: () => ({ id: eventId ?? promoterId, name }),
    // Without own fees, those of the next level.
    state: ({ level }) => ({ source: level.source, ...level.terms }),
  })
}
