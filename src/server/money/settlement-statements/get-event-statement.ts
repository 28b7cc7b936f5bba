import { z } from 'zod'
import { fail } from '#contracts/platform/errors.ts'
import type {
  EventStatement,
  getEventStatement as contract,
  listEventStatements as listContract,
} from '#contracts/console/statements/event-statements.ts'
import type {
  getAnyEventStatement as anyContract,
  listPromoterEventStatements as listAnyContract,
} from '#contracts/operator/settlements.ts'
import { dueAtMs, sumStatement } from '#model/money/settlements.ts'
import { allocateSigned, toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { viewStatementLines } from '#server/money/settlements/settlement-views.ts'
import type { Context } from '#server/context.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, PromoterCall, UseCase } from '#server/use-case.ts'
import {
  countEventOrders,
  findEventPromoter,
  findStatementEvent,
  listSettlementsByIds,
  listMultiEventEntries,
  listStatementEvents,
  sumSingleEventOrders,
  type StatementSum,
  type MultiEventEntryRow,
  type StatementEventRow,
} from './event-statement-rows.ts'

export const getEventStatement: UseCase<typeof contract, PromoterCall> = async ({ db }, call) => {
  const statement = await readEventStatement(db, { promoterId: call.promoterId, eventId: call.params.id })
  return statement ? succeed({ statement }) : fail('NOT_FOUND')
}

export const getAnyEventStatement: UseCase<typeof anyContract, AccountCall> = async ({ db }, call) => {
  const eventId = call.params.id
  const promoter = await findEventPromoter(db, eventId)
  const statement = promoter && (await readEventStatement(db, { promoterId: promoter.id, eventId }))
  return statement ? succeed({ promoter, statement }) : fail('NOT_FOUND')
}

export async function readEventStatement(
  db: Context['db'],
  find: { promoterId: string; eventId: string },
): Promise<EventStatement | undefined> {
  const { eventId } = find
  const event = isUuid(eventId) ? await findStatementEvent(db, find) : undefined
  if (!event) return undefined
  const [orders, own, shared] = await Promise.all([
    countEventOrders(db, find),
    sumSingleEventOrders(db, find),
    listMultiEventEntries(db, find),
  ])
  const sums = [...own, ...shared.map((row) => partOf(row, eventId))]
  const { lines, totalCents, taxesCents } = sumStatement(sums)
  const { currency } = event
  return {
    eventId,
    eventTitle: event.title,
    dueAt: dueAt(event),
    currency,
    orders,
    lines: viewStatementLines(lines, currency),
    total: toMajor(totalCents, currency),
    taxes: toMajor(taxesCents, currency),
    ...(await settledParts(db, find, { sums, currency })),
  }
}

async function settledParts(
  db: Context['db'],
  { promoterId }: { promoterId: string },
  { sums, currency }: { sums: readonly StatementSum[]; currency: string },
): Promise<Pick<EventStatement, 'settlements' | 'unsettled'>> {
  const parts = Map.groupBy(sums, ({ settlementId }) => settlementId)
  const amountOf = (id: string | null): number =>
    toMajor(sumStatement(parts.get(id) ?? []).totalCents, currency)
  const ids = [...parts.keys()].filter((id) => id !== null)
  const rows = ids.length === 0 ? [] : await listSettlementsByIds(db, { promoterId, ids })
  return {
    settlements: rows.map(({ createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      amount: amountOf(row.id),
    })),
    unsettled: amountOf(null),
  }
}

export const listEventStatements: UseCase<typeof listContract, PromoterCall> = ({ db }, call) =>
  listEvents(db, { promoterId: call.promoterId, cursor: call.query.cursor })

export const listPromoterEventStatements: UseCase<typeof listAnyContract, AccountCall> = ({ db }, call) =>
  listEvents(db, { promoterId: call.params.id, cursor: call.query.cursor })

async function listEvents(
  db: Context['db'],
  { promoterId, cursor }: { promoterId: string; cursor: string | undefined },
) {
  const after = parseCursor(cursor)
  if (!after.success) return after
  const rows = await listStatementEvents(db, { promoterId, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ startsAt, eventId }) => ({ at: startsAt, id: eventId }))
  const events = page.map(({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toISOString() }))
  return succeed({ events, nextCursor })
}

const shares = z.array(z.object({ id: z.string(), weight: z.number() }))

function partOf({ events, cents, ...row }: MultiEventEntryRow, eventId: string): StatementSum {
  const weighted = shares.parse(events)
  const parts = allocateSigned(
    cents,
    weighted.map(({ weight }) => weight),
  )
  return { ...row, cents: parts[weighted.findIndex(({ id }) => id === eventId)] ?? 0 }
}

function dueAt({ latestEndsAt, refundedSince, hasOpenRefunds, delayDays }: StatementEventRow): string | null {
  const dates = {
    latestEndsAt: latestEndsAt.getTime(),
    refundedSince: refundedSince?.getTime(),
    hasOpenRefunds,
  }
  const at = dueAtMs(dates, delayDays)
  return at === undefined ? null : new Date(at).toISOString()
}
