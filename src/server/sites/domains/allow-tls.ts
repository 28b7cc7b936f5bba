import type { tlsAllowed as contract } from '#contracts/platform/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { readHost } from '#server/sites/hosts/host.ts'
import { SITE_PATIENCE_MS } from '#server/sites/hosts/resolve-site.ts'
import type { UseCase } from '#server/use-case.ts'

/** True when the host has a site, from memory. Caddy asks before requesting a certificate. */
export const allowTls: UseCase<typeof contract> = async ({ sites }, { query }) => {
  if (!(await sites.whenReady(SITE_PATIENCE_MS))) return fail('UNAVAILABLE')
  return sites.resolve(readHost(query.domain) ?? '').kind === 'unknown' ? fail('NOT_FOUND') : succeed({})
}
