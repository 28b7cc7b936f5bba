import type { checkSiteName as contract } from '#contracts/console/promoters.ts'
import { succeed } from '#model/platform/result.ts'
import { alternativeSiteNames, siteNameRefusal } from '#model/sites/site-names.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listTakenSiteNames } from './promoter-rows.ts'
import { parentHosts, siteHosts } from './site-hosts.ts'

const CHECKING = { name: 'check site name', points: 300, seconds: 300 }
const MAX_SUGGESTIONS = 3

export const checkSiteName: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const tooMany = await context.limits.consume(CHECKING, call.account.id)
  if (tooMany) return tooMany
  const { name } = call.query
  const host = siteHosts(context.config, name)[0] ?? name
  const refused = siteNameRefusal(name)
  const others = alternativeSiteNames(name)
  const names = refused ? others : [name, ...others]
  const taken = await listTakenSiteNames(context.db, { names, mainHosts: parentHosts(context.config) })
  const isTaken = taken.includes(name)
  const why = refused ?? (isTaken ? 'This site name is taken.' : null)
  const suggestions = why ? others.filter((other) => !taken.includes(other)).slice(0, MAX_SUGGESTIONS) : []
  return succeed({ host, isFree: why === null, why, suggestions })
}
