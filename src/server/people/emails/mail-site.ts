import type { Site } from '#model/sites/sites.ts'
import type { Context } from '#server/context.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { mainSiteOrigin } from '#server/platform/site-origin.ts'
import type { Client } from '#server/use-case.ts'

/**
 * Returns the site for links in emails about accounts, which is never a custom domain
 * (`messages/composing/create-mail-context.ts`).
 */
export function accountMailSite(
  context: Context,
  { client, site }: { client: Pick<Client, 'origin'>; site: Site },
): Pick<MailFact, 'origin' | 'promoterId'> {
  if (site.kind === 'storefront') return { origin: client.origin, promoterId: site.promoterId }
  if (site.kind === 'main') return { origin: client.origin, promoterId: null }
  return { origin: mainSiteOrigin(context, client), promoterId: null }
}
