import * as z from 'zod/mini'
import { version } from '#model/bounds.ts'
import { currency } from '#model/money.ts'
import { endpoint } from '../endpoint.ts'
import { promoterName } from './promoters.ts'

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `Use ${most} characters at most.`))

/** The name that people see; country and currency that new events begin with. Events that are there keep theirs. */
const defaults = z.object({ name: promoterName, country: text(100), currency })

/** Who a promoter is to the law, and what it asks of whoever works for it. For its owners. */
export const promoterSettings = z.object({
  legalName: text(200),
  legalAddress: text(500),
  taxId: text(60),
  /** Members without one can do nothing for the promoter until they have set one up. */
  requiresSecondFactor: z.boolean(),
  /** Days after its last event for which an order's link opens it for whoever has the link; null for ever. Then its buyer signs in. */
  orderLinkDays: z.nullable(z.int().check(z.minimum(1), z.maximum(3650))),
})

export const promoterSettingsView = z.extend(promoterSettings, {
  ...defaults.shape,
  version,
})
export type PromoterSettings = z.infer<typeof promoterSettingsView>

export const getPromoterSettings = endpoint({
  method: 'GET',
  path: '/api/promoter/settings',
  access: 'promoter',
  scope: 'promoter:write',
  data: z.object({ settings: promoterSettingsView }),
  errors: ['NOT_FOUND'],
})

/** Only who has signed in with a second factor can ask everybody for one. What is left out stays: name, country, currency. */
export const putPromoterSettings = endpoint({
  method: 'PUT',
  path: '/api/promoter/settings',
  access: 'promoter',
  scope: 'promoter:write',
  body: z.extend(promoterSettings, { ...z.partial(defaults).shape, version }),
  data: z.object({ settings: promoterSettingsView }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'SECOND_FACTOR_FIRST'],
})
