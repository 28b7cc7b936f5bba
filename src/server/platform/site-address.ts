import type { Context } from '#server/context.ts'
import type { VisitorCall } from '#server/use-case.ts'

/** Returns the URL of a promoter's site, with protocol and port of the request; undefined without a host. */
export function siteAddress(
  { sites }: Pick<Context, 'sites'>,
  { client }: Pick<VisitorCall, 'client'>,
  promoterId: string,
): string | undefined {
  const host = sites.hostOf(promoterId)
  if (host === undefined) return undefined
  const there = new URL(client.origin)
  there.hostname = host
  return there.origin
}

/** Returns the main site's URL, with protocol and port of the request. */
export function mainAddress(
  { config }: Pick<Context, 'config'>,
  { origin }: Pick<VisitorCall['client'], 'origin'>,
): string {
  const main = new URL(origin)
  main.hostname = config.MAIN_HOSTS[0] ?? main.hostname
  return main.origin
}
