import type { listPromoterAuditLog as contract } from '#contracts/operator/promoters.ts'
import { fail } from '#contracts/platform/errors.ts'
import { findPromoterName } from '#server/people/promoters/promoter-rows.ts'
import { readAuditPage } from '#server/platform/audit/list-audit-log.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'

export const listPromoterAuditLog: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { params, query } = call
  if (!isUuid(params.id) || (await findPromoterName(context.db, params.id)) === undefined)
    return fail('NOT_FOUND')
  return readAuditPage(context, { promoterId: params.id, query })
}
