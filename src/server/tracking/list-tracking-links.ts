import type { listTrackingLinks as contract } from '#contracts/staff.ts'
import { succeed } from '#model/result.ts'
import { findStaff } from '../staff/find-staff.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { listOwnLinks, listTargets } from './link-rows.ts'
import { viewLinks } from './link-view.ts'

export const listTrackingLinks: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const owner = await findStaff(context, call, 'sales:track')
  if (!owner.success) return owner
  const { promoterId } = owner.data
  const [rows, targets] = await Promise.all([
    listOwnLinks(context.db, owner.data),
    listTargets(context.db, { promoterId, now: new Date(context.clock.now()) }),
  ])
  const viewing = { context, owner: owner.data, origin: call.client.origin }
  return succeed({
    trackingLinks: await viewLinks(viewing, rows),
    events: targets.map((target) => ({ ...target, startsAt: target.startsAt.toISOString() })),
  })
}
