import type { TicketBoard, TicketTypeFields } from '#contracts/console/ticket-types.ts'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import type { Failure } from '#model/platform/result.ts'
import type { LockedTicketBoard } from './change-ticket-board.ts'
import { amountErrors } from '#server/platform/amount-refusal.ts'
import { lockTaxRates } from '#server/pricing/taxes/tax-settings-rows.ts'
import { createsCycle, formatSoldAndHeld } from '#model/catalog/ticket-types.ts'

const NOT_OWN_TAXES: FieldError = { path: 'taxIds', message: 'Choose from your tax rates.' }

/** Locks the tax rates, and refuses those that were deleted after the board was read. */
export async function checkTaxIds(
  { trx, promoterId }: Pick<LockedTicketBoard, 'trx' | 'promoterId'>,
  { taxIds }: TicketTypeFields,
): Promise<Failure<'VALIDATION_ERROR'> | undefined> {
  const isLocked = await lockTaxRates(trx, { promoterId, ids: taxIds })
  return isLocked ? undefined : fail('VALIDATION_ERROR', [NOT_OWN_TAXES])
}

export function checkTicketTypeFields(
  { event, ticketTypes, pools, taxes }: TicketBoard,
  fields: TicketTypeFields,
  id?: string,
): Failure<'VALIDATION_ERROR'> | undefined {
  const { price, followsId, poolId, taxIds } = fields
  const isAmong = (list: readonly { id: string }[], one: string | null): boolean =>
    one === null || list.some((each) => each.id === one)
  const formErrors: [isWrong: boolean, problemMessage: FieldError][] = [
    [
      !isAmong(ticketTypes, followsId),
      { path: 'followsId', message: 'Choose a ticket type of the same event.' },
    ],
    [
      createsCycle(ticketTypes, { id, followsId }),
      { path: 'followsId', message: 'These two ticket types would wait for each other. Choose another one.' },
    ],
    [!isAmong(pools, poolId), { path: 'poolId', message: 'Choose a shared capacity of the same event.' }],
    [!taxIds.every((each) => isAmong(taxes, each)) || new Set(taxIds).size < taxIds.length, NOT_OWN_TAXES],
  ]
  const wrong = [
    ...amountErrors('price', price, event.currency),
    ...formErrors.filter(([isWrong]) => isWrong).map(([, problemMessage]) => problemMessage),
  ]
  return wrong.length > 0 ? fail('VALIDATION_ERROR', wrong) : undefined
}

export function failCapacityTaken(taken: { held: number; sold: number }): Failure<'CAPACITY_TAKEN'> {
  const { held, sold } = taken
  const { error } = fail('CAPACITY_TAKEN', { held, sold })
  const message = `${formatSoldAndHeld(taken)}: the capacity can’t be less than ${held + sold}.`
  return { success: false, error: { ...error, message } }
}
