import * as z from 'zod/mini'
import { reference, version } from '#model/bounds.ts'
import { feesPaidBy } from '#model/fee-payers.ts'
import { feeSource } from '#model/fees.ts'
import { currency } from '#model/money.ts'
import { readPercent } from '#model/percents.ts'
import { taxRule } from '#model/taxes.ts'
import { endpoint } from '../endpoint.ts'

const amount = z
  .number('Enter a number.')
  .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(1_000_000, 'Enter 1,000,000 or less.'))

/**
 * '2.5%', or a number of whole percents that §5 of the specification reads in one way only: 0, or more than 1. Answers say it
 * with its sign.
 */
const percentage = z
  .union(
    [z.number().check(z.minimum(-1e6), z.maximum(1e6)), z.string().check(z.maxLength(40))],
    'Write a percentage, as 2.5%.',
  )
  .check((read) => {
    const percent = readPercent(read.value)
    if ('complaint' in percent)
      read.issues.push({ code: 'custom', input: read.value, message: percent.complaint })
  })

/** What is added to a purchase, in major units and percents. */
export const feeTerms = z.object({
  ticketBaseFee: amount,
  ticketPercentageFee: percentage,
  orderProcessingFee: amount,
  orderPercentageFee: percentage,
})
export type FeeTerms = z.infer<typeof feeTerms>

const ownFees = z.object({ terms: feeTerms, version })

/** Fees of one level; `own` is null where it has none, and what counts there then comes from `source`. */
export const feeLevel = z.object({ own: z.nullable(ownFees), terms: feeTerms, source: feeSource })
export type FeeLevel = z.infer<typeof feeLevel>

export const promoterFees = z.object({
  currencies: z.array(z.extend(feeLevel, { currency: z.string() })),
  events: z.array(
    z.extend(feeLevel, {
      id: z.string(),
      title: z.string(),
      currency: z.string(),
      startsAt: z.string(),
      timeZone: z.string(),
      feesPaidBy,
      ticketTypes: z.array(
        z.object({ id: z.string(), name: z.string(), price: z.number(), tax: z.nullable(taxRule) }),
      ),
    }),
  ),
})
export type PromoterFees = z.infer<typeof promoterFees>

const READ = { access: 'promoter', scope: 'pricing:read' } as const
const WRITE = { access: 'promoter', scope: 'pricing:write' } as const
const errors = ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT'] as const
/** Of a level that has no fees of its own, version 0. */
const body = z.extend(feeTerms, { version })
const ofCurrency = z.object({ currency })
const ofEvent = z.object({ id: reference })
const query = z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)) })

/** Of every currency that the promoter sells in, and of every event that has not ended. */
export const listFees = endpoint({
  ...READ,
  method: 'GET',
  path: '/api/promoter/fees',
  data: promoterFees,
  errors: ['FORBIDDEN'],
})

export const putPromoterFees = endpoint({
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/fees/{currency}',
  params: ofCurrency,
  body,
  data: feeLevel,
  errors,
})

/** The platform's are what counts again. */
export const deletePromoterFees = endpoint({
  ...WRITE,
  method: 'DELETE',
  path: '/api/promoter/fees/{currency}',
  params: ofCurrency,
  query,
  data: feeLevel,
  errors,
})

export const putEventFees = endpoint({
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/events/{id}/fees',
  params: ofEvent,
  body,
  data: feeLevel,
  errors,
})

/** The promoter's, else the platform's, are what counts again. */
export const deleteEventFees = endpoint({
  ...WRITE,
  method: 'DELETE',
  path: '/api/promoter/events/{id}/fees',
  params: ofEvent,
  query,
  data: feeLevel,
  errors,
})
