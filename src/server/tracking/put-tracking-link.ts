import { fail } from '#contracts/errors.ts'
import type { putTrackingLink as contract } from '#contracts/staff.ts'
import { succeed } from '#model/result.ts'
import { isUuid } from '../catalog/event-rows.ts'
import { findStaff } from '../staff/find-staff.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { updateLink } from './link-rows.ts'
import { viewLink } from './link-view.ts'

export const putTrackingLink: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const owner = await findStaff(context, call, 'sales:track')
  if (!owner.success) return owner
  const { id } = call.params
  const isThere = isUuid(id) && (await updateLink(context.db, owner.data, { id, ...call.body }))
  const viewing = { context, owner: owner.data, origin: call.client.origin }
  const view = isThere ? await viewLink(viewing, id) : undefined
  return view ? succeed({ trackingLink: view.link }) : fail('NOT_FOUND')
}
