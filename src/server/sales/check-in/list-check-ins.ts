import { z } from 'zod'
import type { listCheckIns as contract } from '#contracts/console/door/check-ins.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import { PAGE_SIZE } from '#server/platform/ids/list-cursor.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listLoggedScans, type LoggedScanRow } from './check-in-rows.ts'
import { viewRecordedScan } from './check-in-views.ts'
import { findCheckInEvent } from '#server/sales/entrances/entrance-rows.ts'

const cursor = createCursor(z.int().min(1))

export const listCheckIns: UseCase<typeof contract, PromoterCall> = async (
  { db },
  { promoterId, params, query },
) => {
  const key = { promoterId, eventId: params.id }
  const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : cursor.read(query.cursor)
  if (before === undefined)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This cursor is invalid.' }])
  if (!(await findCheckInEvent(db, key))) return fail('NOT_FOUND')
  const rows = await listLoggedScans(db, key, {
    position: before,
    limit: PAGE_SIZE + 1,
    isNewestFirst: true,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return succeed({
    checkIns: page.map((row) => ({
      ...viewRecordedScan(row),
      ticketId: row.ticketId,
      code: row.code,
      holder: row.holder,
      ticketName: row.ticketName,
      receivedAt: row.receivedAt.toISOString(),
      isUndone: row.isUndone,
    })),
    nextCursor: last && rows.length > PAGE_SIZE ? cursor.write(last.position) : null,
  })
}

const AT_ONCE = 1000

export async function* streamCheckIns(
  { db }: Pick<Context, 'db'>,
  key: { promoterId: string; eventId: string },
): AsyncGenerator<LoggedScanRow[]> {
  let position = 0
  for (;;) {
    const rows = await listLoggedScans(db, key, { position, limit: AT_ONCE, isNewestFirst: false })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    ;({ position } = last)
  }
}
