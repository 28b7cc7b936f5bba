import { fail } from '#contracts/platform/errors.ts'
import type { getTrackingLink as contract } from '#contracts/portal/staff.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { listLinkDays } from './link-stats-rows.ts'
import { viewLink } from './link-view.ts'

const DAYS = 30

export const getTrackingLink: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { staff: owner, params } = call
  const { id } = params
  const viewing = { context, owner, origin: call.client.origin }
  const found = await viewLink(viewing, id)
  if (!found) return fail('NOT_FOUND')
  const { link, row } = found
  const { currency } = link.stats
  const days = await listLinkDays(context.db, {
    linkId: row.id,
    currency,
    timeZone: row.timeZone,
    now: new Date(context.clock.now()),
    days: DAYS,
  })
  return succeed({
    trackingLink: link,
    days: days.map(({ revenueCents, ...day }) => ({ ...day, revenue: toMajor(revenueCents, currency) })),
  })
}
