import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import type { MailFact } from '../mail/mail-facts.ts'
import { mainAddress } from '../sites/site-address.ts'
import type { Client } from '../use-case.ts'

/**
 * Branding of an email and origin of its request. The host of its links is decided when the email is composed (`mail/open-desk.ts`); it is
 * never a custom domain in emails about accounts.
 */
export function mailSite(
  context: Context,
  { client, site }: { client: Pick<Client, 'origin'>; site: Site },
): Pick<MailFact, 'origin' | 'promoterId'> {
  if (site.kind === 'storefront') return { origin: client.origin, promoterId: site.promoterId }
  if (site.kind === 'main') return { origin: client.origin, promoterId: null }
  return { origin: mainAddress(context, client), promoterId: null }
}
