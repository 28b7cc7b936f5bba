import {
  deleteEventFees,
  deletePromoterFees,
  listFees,
  putEventFees,
  putPromoterFees,
  type FeeLevel,
  type FeeTerms,
} from '#contracts/console/pricing/fees.ts'
import {
  createTaxRate,
  deleteTaxRate,
  getTaxes,
  putTaxRate,
  putTaxSettings,
  putTypeTaxes,
  type TaxSettings,
} from '#contracts/console/pricing/taxes.ts'
import { getOwnTerms } from '#contracts/console/pricing/terms.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from './own-promoters.ts'
import { createResource } from '#stores/platform/resource.ts'

export const fees = createResource(() => callPromoter(listFees, {}))
/** The platform's terms, which promoters can't change. */
export const ownTerms = createResource(() => callPromoter(getOwnTerms, {}))
export const taxes = createResource(() => callPromoter(getTaxes, {}))

/** Fees apply to all events in a currency, or to one event. */
export type FeeTarget = { currency: string; eventId?: undefined } | { eventId: string }

async function thenLoad<Data>(answer: Result<Data> | Promise<Result<Data>>): Promise<Result<Data>> {
  const result = await answer
  if (result.success) await Promise.all([fees.load(), taxes.load()])
  return result
}

export const saveFees = (
  target: FeeTarget,
  body: FeeTerms & { version: number },
): Promise<Result<FeeLevel>> =>
  thenLoad(
    target.eventId === undefined
      ? callPromoter(putPromoterFees, { params: { currency: target.currency }, body })
      : callPromoter(putEventFees, { params: { id: target.eventId }, body }),
  )

export const removeFees = (target: FeeTarget, version: number): Promise<Result<FeeLevel>> =>
  thenLoad(
    target.eventId === undefined
      ? callPromoter(deletePromoterFees, { params: { currency: target.currency }, query: { version } })
      : callPromoter(deleteEventFees, { params: { id: target.eventId }, query: { version } }),
  )

/** Saves the settings and shows the response immediately, so that the next change is based on its version. */
export async function saveTaxSettings(body: TaxSettings) {
  const answer = await callPromoter(putTaxSettings, { body })
  if (answer.success) taxes.change((shown) => ({ ...shown, settings: answer.data.settings }))
  return thenLoad(answer)
}

export const addTaxRate = (body: { name: string; percent: number }) =>
  thenLoad(callPromoter(createTaxRate, { body }))

export const changeTaxRate = (id: string, body: { name: string; percent: number; version: number }) =>
  thenLoad(callPromoter(putTaxRate, { params: { id }, body }))

export const removeTaxRate = (id: string) => thenLoad(callPromoter(deleteTaxRate, { params: { id } }))

export async function saveTicketTypeTaxes(id: string, body: { before: string[]; rateIds: string[] }) {
  const answer = await callPromoter(putTypeTaxes, { params: { id }, body })
  if (answer.success) {
    const { ticketType } = answer.data
    taxes.change((shown) => ({
      ...shown,
      ticketTypes: shown.ticketTypes.map((each) => (each.id === id ? ticketType : each)),
    }))
  }
  return thenLoad(answer)
}
