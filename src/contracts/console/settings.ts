import * as z from 'zod/mini'
import { version } from '#model/platform/bounds.ts'
import { currency } from '#model/platform/currency.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { promoterName } from './promoters.ts'

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `Use ${most} characters at most.`))

/** Country and currency of new events. Unchanged when omitted; existing events keep theirs. */
const defaults = z.object({
  name: promoterName,
  country: text(100),
  currency,
  /** True to attach the tickets as PDF to emails with up to 10 tickets. */
  attachesTickets: z.boolean(),
})

export const promoterSettings = z.object({
  legalName: text(200),
  legalAddress: text(500),
  taxId: text(60),
  requiresSecondFactor: z.boolean(),
  /** Number of days after an order's last event during which its link works without signing in; null for no limit. */
  orderLinkDays: z.nullable(z.int().check(z.minimum(1), z.maximum(3650))),
})

export const promoterSettingsView = z.extend(promoterSettings, {
  ...defaults.shape,
  version,
})
export type PromoterSettings = z.infer<typeof promoterSettingsView>

export const getPromoterSettings = endpoint({
  description: "Returns the promoter's settings.",
  method: 'GET',
  path: '/api/promoter/settings',
  access: 'promoter',
  scope: 'promoter:write',
  data: z.object({ settings: promoterSettingsView }),
  errors: ['NOT_FOUND'],
})

export const putPromoterSettings = endpoint({
  description:
    "Updates the promoter's settings. An omitted name, country, currency or `attachesTickets` stays unchanged. " +
    'SECOND_FACTOR_FIRST when two-factor authentication would be required and this session has no second ' +
    'factor.',
  method: 'PUT',
  path: '/api/promoter/settings',
  access: 'promoter',
  scope: 'promoter:write',
  body: z.extend(promoterSettings, { ...z.partial(defaults).shape, version }),
  data: z.object({ settings: promoterSettingsView }),
  errors: ['NOT_FOUND', 'EDIT_CONFLICT', 'SECOND_FACTOR_FIRST'],
})
