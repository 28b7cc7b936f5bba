import type { Context } from '#server/context.ts'
import type { VisitorCall } from '#server/use-case.ts'

export function siteOrigin(
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

export function mainSiteOrigin(
  { config }: Pick<Context, 'config'>,
  { origin }: Pick<VisitorCall['client'], 'origin'>,
): string {
  const main = new URL(origin)
  main.hostname = config.MAIN_HOSTS[0] ?? main.hostname
  return main.origin
}
