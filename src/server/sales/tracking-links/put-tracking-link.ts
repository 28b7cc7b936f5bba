import { fail } from '#contracts/platform/errors.ts'
import type { putTrackingLink as contract } from '#contracts/portal/staff.ts'
import { succeed } from '#model/platform/result.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { updateLink } from './link-rows.ts'
import { viewLink } from './link-view.ts'

export const putTrackingLink: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { staff: owner, params } = call
  const { id } = params
  const isThere = await updateLink(context.db, owner, { id, ...call.body })
  const viewing = { context, owner, origin: call.client.origin }
  const view = isThere ? await viewLink(viewing, id) : undefined
  return view ? succeed({ trackingLink: view.link }) : fail('NOT_FOUND')
}
