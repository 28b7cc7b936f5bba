import type { importPromoCodes as contract, PromoImport } from '#contracts/console/pricing/promo-codes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { PromoterCall, UploadCall, UseCase } from '#server/use-case.ts'
import {
  findPromoBatch,
  insertPromoBatch,
  listPromoEvents,
  lockPromoScopes,
  promoBatchId,
} from './promo-option-rows.ts'
import { readPromoCsv, type ParsedPromoLine } from './promo-csv.ts'
import { deletionError } from './promo-scope.ts'
import { NEW_PROMO_CODE_LIMIT, toStoredTerms, viewBatch } from './promo-views.ts'
import { insertPromoCodes } from './promo-code-list-rows.ts'

/** Imports per promoter. The number of codes has its own limit. */
export const PROMO_CODE_IMPORT_LIMIT: Limit = { name: 'promo code import', points: 200, seconds: 3600 }

/**
 * Imports codes and reports the result of each line. A dry run is rolled back, and so is an all-or-nothing import with an
 * error; the report is the same.
 */
export const importPromoCodes: UseCase<typeof contract, PromoterCall & UploadCall> = async (
  context,
  { promoterId, actor, query: { id: key, name, mode }, bytes },
) => {
  const id = promoBatchId(promoterId, key)
  const text = readText(bytes)
  if (text === undefined) return fail('FILE_REFUSED', { why: 'Save it as CSV in UTF-8.' })
  const read = await readPromoCsv(text, await listPromoEvents(context.db, promoterId))
  if ('refusal' in read) return fail('FILE_REFUSED', { why: read.refusal })
  const tooMany = await context.limits.consume(NEW_PROMO_CODE_LIMIT, promoterId, read.length)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  let report: PromoImport = { created: 0, batch: null, lines: [] }
  const done = await transact(context.db, async (trx) => {
    if (!(await insertPromoBatch(trx, { promoterId, id, name, now })))
      return fail('VALIDATION_ERROR', [{ path: 'id', message: 'This file has already been imported.' }])
    const lines = await insertLines(trx, {
      promoterId,
      id,
      now,
      read: await refuseDeleted(trx, promoterId, read),
    })
    report = { created: 0, batch: null, lines }
    const created = lines.filter(({ why }) => why === null).length
    if (mode === 'none' || created === 0 || (mode === 'all' && created < lines.length))
      return fail('BAD_REQUEST')
    const batch = await findPromoBatch(trx, { promoterId, id })
    const change = { promoterId, actor, action: 'promo_batch.imported', subject: { id, name } } as const
    await recordChange(trx, { ...change, after: { created, refused: lines.length - created } }, now)
    report = { created, batch: batch ? viewBatch(batch) : null, lines }
    return succeed(undefined)
  })
  if (!done.success && done.error.code === 'VALIDATION_ERROR') return done
  return succeed(report)
}

/** Locks the lines' events and ticket types, and refuses lines whose event or ticket types were deleted after the file was read. */
async function refuseDeleted(
  trx: Trx,
  promoterId: string,
  read: readonly ParsedPromoLine[],
): Promise<ParsedPromoLine[]> {
  const existing = await lockPromoScopes(
    trx,
    promoterId,
    read.flatMap(({ fields }) => fields ?? []),
  )
  return read.map((each) => {
    const error = each.fields && deletionError(each.fields, existing)
    return error ? { line: each.line, code: each.code, why: error.message } : each
  })
}

interface Lines {
  promoterId: string
  id: string
  now: Date
  read: readonly ParsedPromoLine[]
}

async function insertLines(trx: Trx, { promoterId, id, now, read }: Lines): Promise<PromoImport['lines']> {
  const firstOf = new Map<string, number>()
  for (const { code, line, fields } of read) if (fields && !firstOf.has(code)) firstOf.set(code, line)
  const codes = read.flatMap(({ line, code, fields }) =>
    fields && firstOf.get(code) === line ? [{ ...toStoredTerms(fields), code }] : [],
  )
  const made = await insertPromoCodes(trx, { promoterId, batchId: id, codes, now })
  const isMade = new Set(made.map(({ code }) => code))
  return read.map(({ line, code, why }) => {
    const first = firstOf.get(code)
    if (why !== undefined || first === undefined) return { line, code, why: why ?? '' }
    if (first !== line) return { line, code, why: `Line ${first} already contains this code.` }
    return { line, code, why: isMade.has(code) ? null : 'You already have a promo code with this name.' }
  })
}

function readText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
