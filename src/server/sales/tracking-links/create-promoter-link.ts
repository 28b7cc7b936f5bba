import type { ConsoleLink, createPromoterLink as contract } from '#contracts/console/staff/links.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { transact } from '#server/platform/db/transact.ts'
import { findMemberRow } from '#server/people/members/member-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { createLink } from './create-tracking-link.ts'
import { viewConsoleLinks } from './list-promoter-links.ts'
import { listPromoterLinkRows } from './promoter-link-rows.ts'

export const createPromoterLink: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { promoterId, actor } = call
  const { memberId = null, ...body } = call.body
  if (body.code !== undefined && isUuid(body.code))
    return fail('VALIDATION_ERROR', [{ path: 'code', message: 'Choose a shorter code.' }])
  const now = new Date(context.clock.now())
  const created = await transact(
    context.db,
    async (trx): Promise<Result<string, CodeOf<typeof contract>>> => {
      if (memberId !== null && !(await findMemberRow(trx, { promoterId, accountId: memberId })))
        return fail('NOT_FOUND')
      const link = await createLink(trx, { owner: { promoterId, memberId }, body, now })
      if (!link.success) return link
      const subject = { id: link.data, name: body.name }
      const after = { memberId, eventId: body.eventId ?? null }
      await recordChange(trx, { promoterId, actor, action: 'link.created', subject, after }, now)
      return link
    },
  )
  if (!created.success) return created
  const rows = await listPromoterLinkRows(context.db, { promoterId, id: created.data, limit: 1 })
  const [link] = await viewConsoleLinks(context, call, rows)
  return link ? succeed<{ link: ConsoleLink }>({ link }) : fail('NOT_FOUND')
}
