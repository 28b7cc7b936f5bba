import type { tlsAllowed as contract } from '#contracts/domains.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { readHost } from '../http/host.ts'
import type { UseCase } from '../use-case.ts'

/** Whether somebody answers under this name, from memory. Caddy asks before it gets a certificate. */
export const allowTls: UseCase<typeof contract> = (context, { query }) => {
  const { kind } = context.sites.resolve(readHost(query.domain) ?? '')
  return Promise.resolve(kind === 'unknown' ? fail('NOT_FOUND') : succeed({}))
}
