import type { tlsAllowed as contract } from '#contracts/platform/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { parseHostHeader } from '#server/sites/hosts/host.ts'
import { MAX_SITE_WAIT_MS } from '#server/sites/hosts/resolve-site.ts'
import type { UseCase } from '#server/use-case.ts'

/**
 * Tells Caddy whether it may request a certificate for a host, which must have a site. Reads only the in-memory
 * index.
 */
export const allowTls: UseCase<typeof contract> = async ({ sites }, { query }) => {
  if (!(await sites.whenReady(MAX_SITE_WAIT_MS))) return fail('UNAVAILABLE')
  return sites.resolve(parseHostHeader(query.domain) ?? '').kind === 'unknown'
    ? fail('NOT_FOUND')
    : succeed({})
}
