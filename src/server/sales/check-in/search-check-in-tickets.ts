import type { searchCheckInTickets as contract } from '#contracts/console/door/check-ins.ts'
import { fail } from '#contracts/platform/errors.ts'
import { computeAdmissions, scanRefKey } from '#model/sales/door/scans.ts'
import { splitSearchTerms } from '#model/sales/order-search.ts'
import { succeed } from '#model/platform/result.ts'
import { findDoorSettings } from '#server/sales/door/door-event-rows.ts'
import { toDoorRules, toScan } from '#server/sales/door/door-views.ts'
import { listDoorLists } from '#server/sales/door/rule-rows.ts'
import { listScansOfTickets } from '#server/sales/door/scan-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listTicketsWithNotes, listScanRows, searchTickets } from './check-in-rows.ts'
import { viewRecordedScan, viewCheckedTicket } from './check-in-views.ts'
import { findCheckInEvent } from '#server/sales/entrances/entrance-rows.ts'

const MAX_SEARCH_RESULTS = 50

export const searchCheckInTickets: UseCase<typeof contract, PromoterCall> = async (
  { db },
  { promoterId, params, query },
) => {
  const key = { promoterId, eventId: params.id }
  const event = await findCheckInEvent(db, key)
  if (!event) return fail('NOT_FOUND')
  const [rows, lists, settings] = await Promise.all([
    query.q === undefined
      ? listTicketsWithNotes(db, key, MAX_SEARCH_RESULTS)
      : searchTickets(db, key, { words: splitSearchTerms(query.q), limit: MAX_SEARCH_RESULTS }),
    listDoorLists(db, key),
    findDoorSettings(db, key),
  ])
  const scans = await listScansOfTickets(
    db,
    key,
    rows.map(({ id }) => id),
  )
  const logs = Map.groupBy(scans.map(toScan), ({ ticketId }) => ticketId)
  const states = new Map(
    rows.map(({ id }) => [id, computeAdmissions(logs.get(id) ?? [], toDoorRules(settings, event))]),
  )
  const last = [...states.values()].flatMap(({ entries }) => entries.at(-1) ?? [])
  const scanned = new Map(
    (await listScanRows(db, key, last)).map((row) => [scanRefKey(row), viewRecordedScan(row)]),
  )
  return succeed({
    tickets: rows.map((row) => {
      const { entries = [], isInside = false } = states.get(row.id) ?? {}
      const lastEntry = entries.at(-1)
      return {
        ...viewCheckedTicket(row, lists),
        entries: entries.length,
        isInside,
        lastEntry: (lastEntry && scanned.get(scanRefKey(lastEntry))) ?? null,
        note: row.note,
      }
    }),
  })
}
