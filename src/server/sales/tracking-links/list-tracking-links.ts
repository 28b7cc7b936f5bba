import type { listTrackingLinks as contract } from '#contracts/portal/staff.ts'
import { succeed } from '#model/platform/result.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { listOwnLinks, listLinkTargets } from './link-rows.ts'
import { viewLinks } from './link-view.ts'

export const listTrackingLinks: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { staff: owner } = call
  const { promoterId } = owner
  const [rows, targets] = await Promise.all([
    listOwnLinks(context.db, owner),
    listLinkTargets(context.db, { promoterId, now: new Date(context.clock.now()) }),
  ])
  const viewing = { context, owner, origin: call.client.origin }
  return succeed({
    trackingLinks: await viewLinks(viewing, rows),
    events: targets.map((target) => ({ ...target, startsAt: target.startsAt.toISOString() })),
  })
}
