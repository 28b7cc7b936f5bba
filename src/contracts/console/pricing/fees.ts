import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { feesPaidBy } from '#model/pricing/fee-payers.ts'
import { feeSource, taxRule } from '#model/pricing/price-schemas.ts'
import { currency } from '#model/platform/currency.ts'
import { parsePercent } from '#model/platform/percents.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

export const amount = z
  .number('Enter a number.')
  .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(1_000_000, 'Enter 1,000,000 or less.'))

/**
 * A text such as '2.5%', or a number such as 2.5 for 2.5%. Numbers above 0 and up to 1 are refused, because specification §5 reads them as
 * fractions: send '0.5%' instead. Responses contain the text.
 */
const percentage = z
  .union(
    [z.number().check(z.minimum(-1e6), z.maximum(1e6)), z.string().check(z.maxLength(40))],
    'Enter a percentage, like 2.5%.',
  )
  .check((read) => {
    const percent = parsePercent(read.value)
    if ('problemMessage' in percent)
      read.issues.push({ code: 'custom', input: read.value, message: percent.problemMessage })
  })

/** Fees added to an order, in major units and percent. */
export const feeTerms = z.object({
  ticketBaseFee: amount,
  ticketPercentageFee: percentage,
  orderProcessingFee: amount,
  orderPercentageFee: percentage,
})
export type FeeTerms = z.infer<typeof feeTerms>

const ownFees = z.object({ terms: feeTerms, version })

/** Fees of one level, for example of an event. `own` is null when the level inherits the fees of `source`. */
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
/** `version` is 0 for a level without fees of its own. */
const body = z.extend(feeTerms, { version })
const ofCurrency = z.object({ currency })
const query = z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)) })

export const listFees = endpoint({
  description: "Lists the service fees by currency, and of every event that hasn't ended.",
  ...READ,
  method: 'GET',
  path: '/api/promoter/fees',
  data: promoterFees,
  errors: ['FORBIDDEN'],
})

export const putPromoterFees = endpoint({
  description: "Sets the promoter's service fees in a currency.",
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/fees/{currency}',
  params: ofCurrency,
  body,
  data: feeLevel,
  errors,
})

export const deletePromoterFees = endpoint({
  description: "Deletes the promoter's service fees in a currency. The platform's fees apply again.",
  ...WRITE,
  method: 'DELETE',
  path: '/api/promoter/fees/{currency}',
  params: ofCurrency,
  query,
  data: feeLevel,
  errors,
})

export const putEventFees = endpoint({
  description: 'Sets the service fees of an event.',
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/events/{id}/fees',
  params: idParams,
  body,
  data: feeLevel,
  errors,
})

export const deleteEventFees = endpoint({
  description: "Deletes the service fees of an event. The promoter's fees, else the platform's, apply again.",
  ...WRITE,
  method: 'DELETE',
  path: '/api/promoter/events/{id}/fees',
  params: idParams,
  query,
  data: feeLevel,
  errors,
})
