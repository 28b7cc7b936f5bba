import type {
  deleteEventFees as deleteEventContract,
  deletePromoterFees as deletePromoterContract,
  FeeLevel,
  FeeTerms,
  putEventFees as putEventContract,
  putPromoterFees as putPromoterContract,
} from '#contracts/console/fees.ts'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { storeFees } from '#model/pricing/fee-terms.ts'
import { feeLevelOf } from './fee-desk.ts'
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
    ...wishOf(call.body),
  })

export const deletePromoterFees: UseCase<typeof deletePromoterContract, PromoterCall> = (context, call) =>
  changeFees(context, call, { ...placeOf(call, call.params), name: call.params.currency, ...call.query })

export const putEventFees: UseCase<typeof putEventContract, PromoterCall> = (context, call) =>
  changeEventFees(context, call, wishOf(call.body))

export const deleteEventFees: UseCase<typeof deleteEventContract, PromoterCall> = (context, call) =>
  changeEventFees(context, call, call.query)

const placeOf = ({ promoterId }: PromoterCaller, { currency }: { currency: string }): FeePlace => ({
  promoterId,
  eventId: null,
  currency,
})

interface Wish {
  version: number
  /** Undefined inherits the fees of the next level. */
  terms?: FeeTerms
}

const wishOf = ({ version, ...terms }: FeeTerms & { version: number }): Wish => ({ version, terms })

async function changeEventFees(
  context: Context,
  call: PromoterCaller & { params: { id: string } },
  wish: Wish,
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
  { actor }: PromoterCaller,
  { promoterId, eventId, currency, name, version, terms }: FeePlace & Wish & { name: string },
): Promise<Result<FeeLevel, 'NOT_FOUND' | 'EDIT_CONFLICT'>> {
  const place = { promoterId, eventId, currency }
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    await lockFees(trx, promoterId)
    const look = async (): Promise<FeeLevel> =>
      feeLevelOf(await listDeskFees(trx, promoterId), eventId, currency)
    const before = await look()
    if ((before.own?.version ?? 0) !== version) return fail('EDIT_CONFLICT', { current: before })
    if (terms) await writeFees(trx, place, storeFees(terms, currency))
    else await deleteFees(trx, place)
    const after = await look()
    const subject = { id: eventId ?? promoterId, name }
    const states = { before: auditedFees(before), after: auditedFees(after) }
    await recordChange(trx, { promoterId, actor, action: 'fees.changed', subject, ...states }, now)
    return succeed(after)
  })
}

/** Effective fees and their source: without own fees, those of the next level. */
const auditedFees = ({ source, terms }: FeeLevel): Readonly<Record<string, unknown>> => ({ source, ...terms })
