import { z } from 'zod'
import type {
  AuditEntry,
  listAuditOptions as optionsContract,
  listAuditLog as contract,
} from '#contracts/console/audit.ts'
import type { DataOf, InputOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import { PAGE_SIZE } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listObjectNames } from './name-rows.ts'
import { listAuditOptionRows, listAuditRows, type AuditRow } from './audit-rows.ts'

const cursor = createCursor(z.int().min(1))

export const listAuditLog: UseCase<typeof contract, PromoterCall> = (context, { promoterId, query }) =>
  readAuditPage(context, { promoterId, query })

export async function readAuditPage(
  context: Context,
  { promoterId, query }: { promoterId: string; query: InputOf<typeof contract>['query'] },
): Promise<Result<DataOf<typeof contract>, 'NOT_FOUND' | 'VALIDATION_ERROR'>> {
  const before = query.cursor === undefined ? undefined : cursor.read(query.cursor)
  if (query.cursor !== undefined && before === undefined)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This cursor is invalid.' }])
  const { actor, action, subject, from, to } = query
  const rows = await listAuditRows(context.db, {
    promoterId,
    actor,
    action,
    subject,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    before,
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  const nextCursor = last && rows.length > PAGE_SIZE ? cursor.write(last.id) : null
  const ids = [...new Set(page.flatMap(idsIn))]
  const names = await listObjectNames(context.db, { promoterId, ids })
  return succeed({ entries: page.map((row) => viewRow(row, names)), nextCursor })
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

const idsIn = ({ before, after, apiKeyId }: Pick<AuditRow, 'before' | 'after' | 'apiKeyId'>): string[] => [
  ...JSON.stringify([before, after])
    .matchAll(UUID)
    .map(([id]) => id),
  ...(apiKeyId === null ? [] : [apiKeyId]),
]

const viewRow = (row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: actorOf(row, names),
  action: row.action,
  subjectId: row.subjectId,
  subject: row.subject,
  before: row.before,
  after: row.after,
  names: Object.fromEntries(idsIn({ ...row, apiKeyId: null }).map((id) => [id, names.get(id) ?? ''])),
})

/** Actions that only buyers take. Buyers need no account. */
const BUYERS_ACTIONS = new Set(['order.tickets_returned'])

/**
 * Returns who made the change. An entry without account, API key and operator was made by Foyer itself, or by an
 * account that has since been deleted.
 */
function actorOf(
  { accountId, apiKeyId, action, actorName, isOperator, supportReason, after }: AuditRow,
  names: ReadonlyMap<string, string>,
): AuditEntry['actor'] {
  if (apiKeyId !== null) return { kind: 'program', id: apiKeyId, name: names.get(apiKeyId) ?? '' }
  if (isOperator)
    return { kind: 'operator', id: accountId, name: actorName ?? '', reason: supportReason ?? undefined }
  if (BUYERS_ACTIONS.has(action)) return { kind: 'buyer', id: null, name: '' }
  if (accountId === null) return { kind: kindWithoutAccount(after), id: null, name: '' }
  return { kind: 'member', id: accountId, name: actorName ?? '' }
}

/** Returns who made a change without an account. Changes by buyers and ticket holders are marked with `by`. */
function kindWithoutAccount(after: AuditRow['after']): 'buyer' | 'holder' | 'foyer' {
  if (after?.['by'] === 'buyer') return 'buyer'
  return after?.['by'] === 'recipient' ? 'holder' : 'foyer'
}

export const listAuditOptions: UseCase<typeof optionsContract, PromoterCall> = async (
  context,
  { promoterId },
) => succeed(await listAuditOptionRows(context.db, promoterId))
