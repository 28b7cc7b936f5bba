import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import type { MailFact } from '../mail/mail-facts.ts'
import { mainAddress } from '../sites/site-address.ts'
import type { Client } from '../use-case.ts'

/**
 * Whose branding a mail has, and the origin of the request. Which host the links lead to is decided when the mail is made
 * (`mail/open-desk.ts`): never a custom domain for mails about accounts.
 */
export function mailSite(
  context: Context,
  { client, site }: { client: Pick<Client, 'origin'>; site: Site },
): Pick<MailFact, 'origin' | 'promoterId'> {
  if (site.kind === 'storefront') return { origin: client.origin, promoterId: site.promoterId }
  if (site.kind === 'main') return { origin: client.origin, promoterId: null }
  return { origin: mainAddress(context, client), promoterId: null }
}
