import * as z from 'zod/mini'
import { promoterStatus } from '#model/people/promoter-status.ts'
import { currency } from '#model/platform/currency.ts'
import { hasBidiControl, NO_BIDI_CONTROL } from '#model/platform/text/bidi-controls.ts'
import { hasWebAddress, NO_WEB_ADDRESS } from '#model/platform/web-addresses.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const promoterName = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter a name.'),
  z.maxLength(80, 'Use 80 characters at most.'),
  z.refine((name) => !hasWebAddress(name), NO_WEB_ADDRESS),
  z.refine((name) => !hasBidiControl(name), NO_BIDI_CONTROL),
)
const siteName = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(63))

export const openPromoter = endpoint({
  description:
    'Creates a promoter with a storefront, owned by the account. With `status` `pending`, an operator reviews it first: it can ' +
    'prepare everything, but not publish. INVITATION_REQUIRED and REGISTRATION_CLOSED as in `checkRegistration`. A retry with the ' +
    'same Idempotency-Key returns the same promoter.',
  method: 'POST',
  path: '/api/promoter/promoters',
  access: 'account',
  body: z.object({
    name: promoterName,
    siteName,
    country: z.string().check(z.trim(), z.minLength(1, 'Choose a country.'), z.maxLength(100)),
    currency,
  }),
  data: z.object({ id: z.string(), name: z.string(), siteUrl: z.string(), status: promoterStatus }),
  status: 201,
  errors: [
    'EMAIL_NOT_VERIFIED',
    'REGISTRATION_CLOSED',
    'INVITATION_REQUIRED',
    'SITE_NAME_TAKEN',
    'RATE_LIMITED',
  ],
  idempotencyKey: 'required',
})

export const checkRegistration = endpoint({
  description:
    'Returns what would happen if the account created a promoter. `active`: it could sell at once. `pending`: it would be reviewed first. ' +
    '`INVITATION_REQUIRED` and `REGISTRATION_CLOSED`: it would be refused.',
  method: 'GET',
  path: '/api/promoter/registration',
  access: 'account',
  data: z.object({ outcome: z.enum(['active', 'pending', 'INVITATION_REQUIRED', 'REGISTRATION_CLOSED']) }),
})
export type RegistrationOutcome = z.infer<typeof checkRegistration.data>['outcome']

export const checkSiteName = endpoint({
  description: 'Checks whether a storefront name is available. If not, returns the reason and a suggestion.',
  method: 'GET',
  path: '/api/promoter/site-names',
  access: 'account',
  query: z.object({ name: siteName }),
  data: z.object({
    host: z.string(),
    isFree: z.boolean(),
    why: z.nullable(z.string()),
    suggestions: z.array(z.string()),
  }),
  errors: ['RATE_LIMITED'],
})
export type SiteNameCheck = z.infer<typeof checkSiteName.data>
