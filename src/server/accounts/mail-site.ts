import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import type { MailFact } from '../mail/mail-facts.ts'
import type { Client } from '../use-case.ts'

/**
 * Where the links of a mail lead, and whose look it has: the site that the browser is on. A host that is nobody's gets into no
 * mail; the main site stands in.
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
