import { z } from 'zod'
import { fail } from '#contracts/platform/errors.ts'
import type { listBalances as contract, PromoterBalances } from '#contracts/operator/settlements.ts'
import { succeed } from '#model/platform/result.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { viewBalances } from '#server/money/settlement-forecast/view-balances.ts'
import { listPromotersWithBalance } from './owed-promoter-rows.ts'

/** Promoters per page. Few, because each promoter's balances are computed from the ledger. */
const PAGE = 10
const cursors = createCursor(z.tuple([z.string(), z.uuid()]))

export const listBalances: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { cursor } = call.query
  const after = cursor === undefined ? undefined : cursors.read(cursor)
  if (cursor !== undefined && !after)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This cursor is invalid.' }])
  const place = after && { name: after[0], id: after[1] }
  const rows = await listPromotersWithBalance(context.db, { after: place, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const promoters: PromoterBalances[] = []
  for (const promoter of page) {
    promoters.push({ ...promoter, balances: await viewBalances(context, promoter.id) })
  }
  const last = page.at(-1)
  const nextCursor = last && rows.length > PAGE ? cursors.write([last.name, last.id]) : null
  return succeed({ promoters, nextCursor })
}
