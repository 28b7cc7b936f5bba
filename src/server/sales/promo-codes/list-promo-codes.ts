import { z } from 'zod'
import type { listPromoCodes as contract } from '#contracts/console/pricing/promo-codes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { createCursor } from '#server/platform/ids/cursors.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewPromo } from './promo-views.ts'
import { listDeskPromos } from './promo-code-list-rows.ts'

const PAGE_SIZE = 25

export const listPromoCodes: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, query: { cursor: from, ...filters } },
) => {
  const place = from === undefined ? undefined : cursor.read(from)
  if (from !== undefined && !place)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
  const rows = await listDeskPromos(context.db, {
    ...filters,
    promoterId,
    now: new Date(context.clock.now()),
    after: place && { createdAt: new Date(place[0]), id: place[1] },
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return succeed({
    promoCodes: page.map(viewPromo),
    nextCursor: last && rows.length > PAGE_SIZE ? cursor.write([last.createdAt.getTime(), last.id]) : null,
  })
}

const LATEST_MS = Date.UTC(9999, 0)
const cursor = createCursor(z.tuple([z.int().min(0).max(LATEST_MS), z.uuid()]))
