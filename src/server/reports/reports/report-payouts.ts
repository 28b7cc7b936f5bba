import { succeed } from '#model/platform/result.ts'
import { moneyColumn, momentColumn, textColumn, toTable, type MakeReport } from './report-table.ts'
import { listPayoutLines } from './payout-line-rows.ts'

const STATUSES: Readonly<Record<string, string>> = {
  requested: 'Requested',
  approved: 'Approved',
  sent: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  refused: 'Refused',
}

const MOVED_NOTHING = new Set(['failed', 'refused'])

/** Payouts to members, newest first. Failed and refused payouts are listed but not summed. */
export const reportPayouts: MakeReport = async ({ db }, scope) => {
  const rows = await listPayoutLines(db, scope)
  const columns = [
    momentColumn('at', 'Requested'),
    textColumn('member', 'Member'),
    textColumn('event', 'Event'),
    textColumn('status', 'Status'),
    moneyColumn('amount', 'Amount'),
    moneyColumn('failed', 'Failed or refused'),
  ]
  const lines = rows.map(({ at, member, event, status, amount }) => ({
    at: at.toISOString(),
    member,
    event: event || 'All events',
    status: STATUSES[status] ?? status,
    amount: MOVED_NOTHING.has(status) ? null : amount,
    failed: MOVED_NOTHING.has(status) ? amount : null,
  }))
  return succeed(toTable(columns, lines, scope.currency))
}
