import { fail } from '#contracts/platform/errors.ts'
import type { defaultFees as defaultContract, feesForEvent as contract } from '#contracts/shop/fees.ts'
import { toFeeConfiguration } from '#model/pricing/fees.ts'
import { succeed } from '#model/platform/result.ts'
import { siteScopeOf } from '#model/sites/sites.ts'
import { findEventRow } from './event-rows.ts'
import type { UseCase } from '#server/use-case.ts'
import { findDefaultFees, findFeeRules, feeRuleFor } from '#server/pricing/fees/fee-rows.ts'

const DEFAULT_CURRENCY = 'EUR'

/**
 * Returns the fee configuration of an event (specification §7); the default one for an unknown event and for an event
 * without its own.
 */
export const feesForEvent: UseCase<typeof contract> = async (context, call) => {
  const { site, query } = call
  const event = await findEventRow(context.reads, { scope: siteScopeOf(site), idOrSlug: query.eventId })
  if (!event) {
    const fallback = await defaultFees(context, call)
    return fallback.success ? succeed(fallback.data, { source: 'default' }) : fallback
  }
  const { rule, source } = feeRuleFor(await findFeeRules(context.reads, [event.id]), event.id)
  return succeed(toFeeConfiguration(rule, event.currency), { source })
}

export const defaultFees: UseCase<typeof defaultContract> = async (context) => {
  const found = await findDefaultFees(context.db, DEFAULT_CURRENCY)
  return found ? succeed(toFeeConfiguration(found.rule, found.currency)) : fail('FEES_NOT_FOUND')
}
