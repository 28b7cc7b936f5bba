import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import type { MailFact } from '../mail/mail-facts.ts'
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
  const main = new URL(client.origin)
  main.hostname = context.config.MAIN_HOSTS[0] ?? main.hostname
  return { origin: main.origin, promoterId: null }
}
