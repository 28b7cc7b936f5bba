import type { Context } from '../context.ts'
import type { VisitorCall } from '../use-case.ts'

/** Where a promoter's site is found, with the protocol and port that the caller came by; undefined while no name leads to it. */
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

/** The main site's address, with the protocol and port that the caller came by. */
export function mainAddress(
  { config }: Pick<Context, 'config'>,
  { origin }: Pick<VisitorCall['client'], 'origin'>,
): string {
  const main = new URL(origin)
  main.hostname = config.MAIN_HOSTS[0] ?? main.hostname
  return main.origin
}
