import type { getManagedPromoter as contract, ManagedPromoter } from '#contracts/operator/promoters.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'
import type { AccountCall, UseCase, VisitorCall } from '#server/use-case.ts'
import { findManagedPromoter, listPromoterNotes } from './lifecycle-rows.ts'

const MAX_NOTES = 200

export const getManagedPromoter: UseCase<typeof contract, AccountCall> = (context, call) =>
  viewManagedPromoter(context, call, call.params.id)

export async function viewManagedPromoter(
  context: Context,
  call: VisitorCall,
  promoterId: string,
): Promise<Result<{ promoter: ManagedPromoter }, 'NOT_FOUND'>> {
  if (!isUuid(promoterId)) return fail('NOT_FOUND')
  const [row, notes] = await Promise.all([
    findManagedPromoter(context.db, promoterId),
    listPromoterNotes(context.db, { promoterId, limit: MAX_NOTES }),
  ])
  if (!row) return fail('NOT_FOUND')
  const { createdAt, statusChangedAt, sales, ...shown } = row
  const promoter = {
    ...shown,
    siteUrl: siteOrigin(context, call, row.id) ?? '',
    since: createdAt.toISOString(),
    statusChangedAt: statusChangedAt?.toISOString() ?? null,
    sales: sales.map(({ cents, ...sale }) => ({ ...sale, total: toMajor(cents, sale.currency) })),
    notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
  }
  return succeed({ promoter })
}
