import type {
  putTaxSettings as settingsContract,
  putTypeTaxes as typeContract,
} from '#contracts/console/pricing/taxes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findTaxSettings,
  listTaxRateRows,
  lockTaxedTicketType,
  lockTaxRates,
  updateTaxSettings,
  writeTicketTypeTaxes,
} from './tax-settings-rows.ts'

export const putTaxSettings: UseCase<typeof settingsContract, PromoterCall> = async (
  context,
  { promoterId, actor, body },
) =>
  transact(context.db, async (trx) => {
    const before = await findTaxSettings(trx, promoterId)
    const settings = await updateTaxSettings(trx, { promoterId, ...body })
    if (!settings) return fail('EDIT_CONFLICT', { current: await findTaxSettings(trx, promoterId) })
    const facts = (is: typeof before) => is && { included: is.included, rounding: is.rounding }
    const change = {
      promoterId,
      actor,
      action: 'taxes.changed',
      subject: { id: promoterId, name: 'Taxes' },
    } as const
    const states = { before: facts(before), after: facts(settings) }
    await recordChange(trx, { ...change, ...states }, new Date(context.clock.now()))
    return succeed({ settings })
  })

/** Sets the tax rates of a ticket type. EDIT_CONFLICT when they have changed since the caller read them. */
export const putTypeTaxes: UseCase<typeof typeContract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id }, body },
) => {
  const rateIds = [...new Set(body.rateIds)]
  return transact(context.db, async (trx) => {
    const before = await lockTaxedTicketType(trx, { promoterId, id })
    if (!before) return fail('NOT_FOUND')
    if (before.rateIds.join() !== body.before.join()) return fail('EDIT_CONFLICT', { current: before })
    if (!(await lockTaxRates(trx, { promoterId, ids: rateIds })))
      return fail('VALIDATION_ERROR', [{ path: 'rateIds', message: 'Choose one of your tax rates.' }])
    const rates = await listTaxRateRows(trx, promoterId)
    await writeTicketTypeTaxes(trx, { promoterId, id, rateIds })
    const namesOf = (ids: readonly string[]) => ({
      taxes: ids.map((rateId) => rates.find((rate) => rate.id === rateId)?.name),
    })
    const change = {
      promoterId,
      actor,
      action: 'ticket_type.taxed',
      subject: { id, name: before.name },
    } as const
    const states = { before: namesOf(before.rateIds), after: namesOf(rateIds) }
    await recordChange(trx, { ...change, ...states }, new Date(context.clock.now()))
    return succeed({ ticketType: { ...before, rateIds } })
  })
}
