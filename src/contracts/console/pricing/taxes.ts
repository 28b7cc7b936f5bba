import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { taxRounding } from '#model/pricing/price-schemas.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

export const taxSettings = z.object({ included: z.boolean(), rounding: taxRounding, version })
export type TaxSettings = z.infer<typeof taxSettings>

const fields = {
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60, 'Use 60 characters at most.')),
  /** Tax rate in percent, for example 8.875. */
  percent: z.number('Enter a percentage.').check(
    z.minimum(0, 'Enter 0 or more.'),
    z.maximum(100, 'Enter 100% or less.'),
    z.refine((percent) => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6, {
      message: 'Use four decimals at most.',
    }),
  ),
}

export const managedTaxRate = z.object({ ...fields, id: z.string(), version })
export type ManagedTaxRate = z.infer<typeof managedTaxRate>

export const taxedTicketType = z.object({
  id: z.string(),
  name: z.string(),
  eventTitle: z.string(),
  /** Tax rates of the ticket type, in the order of invoices. */
  rateIds: z.array(z.string()),
})
export type TaxedTicketType = z.infer<typeof taxedTicketType>

const promoterTaxes = z.object({
  settings: taxSettings,
  rates: z.array(managedTaxRate),
  ticketTypes: z.array(taxedTicketType),
})
export type PromoterTaxes = z.infer<typeof promoterTaxes>

const WRITE = { access: 'promoter', scope: 'pricing:write' } as const
const rate = z.object({ rate: managedTaxRate })

export const getTaxes = endpoint({
  description: 'Returns the tax settings, tax rates and the ticket types that they apply to.',
  access: 'promoter',
  scope: 'pricing:read',
  method: 'GET',
  path: '/api/promoter/taxes',
  data: promoterTaxes,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const putTaxSettings = endpoint({
  description: 'Updates the tax settings: whether prices include taxes, and how taxes are rounded.',
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/taxes',
  body: taxSettings,
  data: z.object({ settings: taxSettings }),
  errors: ['FORBIDDEN', 'EDIT_CONFLICT'],
})

export const createTaxRate = endpoint({
  description: 'Creates a tax rate. TAX_RATE_THERE when one has the same name and percentage.',
  ...WRITE,
  method: 'POST',
  path: '/api/promoter/taxes/rates',
  body: z.object(fields),
  data: rate,
  status: 201,
  errors: ['FORBIDDEN', 'TAX_RATE_THERE'],
})

export const putTaxRate = endpoint({
  description:
    'Updates a tax rate, for new orders. Buyers with an open cart see the new price before they pay.',
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/taxes/rates/{id}',
  params: idParams,
  body: z.object({ ...fields, version }),
  data: rate,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT', 'TAX_RATE_THERE'],
})

export const deleteTaxRate = endpoint({
  description: 'Deletes a tax rate. TAX_RATE_IN_USE while ticket types use it.',
  ...WRITE,
  method: 'DELETE',
  path: '/api/promoter/taxes/rates/{id}',
  params: idParams,
  data: z.object({}),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'TAX_RATE_IN_USE'],
})

export const putTypeTaxes = endpoint({
  description:
    'Sets the tax rates of a ticket type. `before` is the expected current value; EDIT_CONFLICT when it ' +
    'differs.',
  ...WRITE,
  method: 'PUT',
  path: '/api/promoter/ticket-types/{id}/taxes',
  params: idParams,
  body: z.object({
    before: z.array(z.uuid()).check(z.maxLength(10)),
    rateIds: z.array(z.uuid()).check(z.maxLength(10, 'A ticket type can have up to 10 tax rates.')),
  }),
  data: z.object({ ticketType: taxedTicketType }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'EDIT_CONFLICT'],
})
