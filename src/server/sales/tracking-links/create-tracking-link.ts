import { randomBytes } from 'node:crypto'
import { fail } from '#contracts/platform/errors.ts'
import type { createTrackingLink as contract } from '#contracts/portal/staff.ts'
import type { CodeOf, InputOf } from '#contracts/platform/endpoint.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { TRACKING_LINKS_LIMIT, toLinkCode } from '#model/sales/tracking/tracking.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { insertLink, isPublicEvent, lockLinkCount, type PromoterOrMember, type NewLink } from './link-rows.ts'
import { viewLink } from './link-view.ts'

type Body = InputOf<typeof contract>['body']

/** Creates a tracking link. Codes are case-insensitive and unique across promoters. A code in the format of an id is rejected. */
export const createTrackingLink: UseCase<typeof contract, MemberCall> = async (context, call) => {
  const { body, client, staff: owner } = call
  if (body.code !== undefined && isUuid(body.code))
    return fail('VALIDATION_ERROR', [{ path: 'code', message: 'Choose a shorter code.' }])
  const created = await transact(context.db, (trx) =>
    createLink(trx, { owner, body, now: new Date(context.clock.now()) }),
  )
  if (!created.success) return created
  const view = await viewLink({ context, owner, origin: client.origin }, created.data)
  return view ? succeed({ trackingLink: view.link }) : fail('NOT_FOUND')
}

export async function createLink(
  trx: Trx,
  { owner, body, now }: { owner: PromoterOrMember; body: Body; now: Date },
): Promise<Result<string, CodeOf<typeof contract>>> {
  const { promoterId } = owner
  const { eventId, name, code, utmSource = '', utmMedium = '', utmCampaign = '' } = body
  if (eventId !== undefined && !(await isPublicEvent(trx, { promoterId, eventId }))) return fail('NOT_FOUND')
  if ((await lockLinkCount(trx, owner)) >= TRACKING_LINKS_LIMIT) return fail('LINKS_FULL')
  const link = { name, eventId, utmSource, utmMedium, utmCampaign, createdAt: now }
  const id =
    code === undefined
      ? await insertMadeUp(trx, owner, link)
      : await insertLink(trx, owner, { ...link, code })
  return id === undefined ? fail('LINK_CODE_TAKEN') : succeed(id)
}

const TRIES = 5

/** Inserts a link with a random code, and retries if the code exists. There are 27 billion codes. */
async function insertMadeUp(
  trx: Trx,
  owner: PromoterOrMember,
  link: Omit<NewLink, 'code'>,
): Promise<string | undefined> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const id = await insertLink(trx, owner, { ...link, code: toLinkCode(randomBytes(16)) })
    if (id !== undefined) return id
  }
  throw new Error('No unused link code could be generated.')
}
