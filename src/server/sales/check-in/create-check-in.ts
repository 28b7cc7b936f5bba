import type { CheckIn, createCheckIn as contract } from '#contracts/console/door/check-ins.ts'
import { fail, failRateLimited } from '#contracts/platform/errors.ts'
import type { EntryWindow, Gate } from '#model/sales/door/door-rules.ts'
import { findTicket, type ScannedCode, type TicketIndex } from '#model/sales/door/find-ticket.ts'
import { computeAdmissions, type Admissions, type Scan, type ScanRef } from '#model/sales/door/scans.ts'
import { decideEntry, type DoorTicket, type Verdict } from '#model/sales/door/verdicts.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { applyScans } from '#server/sales/door/apply-scans.ts'
import { listDoorTicketTypes, listGates, type DoorTicketTypeRow } from '#server/sales/door/door-event-rows.ts'
import { toScan, toDoorTicketTypeView } from '#server/sales/door/door-views.ts'
import { MAX_SCANS_PER_TICKET } from '#server/sales/door/validate-scans.ts'
import { listDoorLists } from '#server/sales/door/rule-rows.ts'
import { listScansOfTickets } from '#server/sales/door/scan-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findCheckedTicket,
  findScanByRequest,
  listScanRows,
  readNextSeq,
  type CheckedTicketRow,
  type RequestedScan,
} from './check-in-rows.ts'
import { viewRecordedScan, viewCheckedTicket } from './check-in-views.ts'
import { runAsCheckInDevice, openCheckIn, type OpenCheckIn } from './open-check-in.ts'
import { readScannedCode } from './read-scanned-code.ts'

type Call = Parameters<UseCase<typeof contract, PromoterCall>>[1]
type Trx = Parameters<typeof applyScans>[0]
type Kind = Call['body']['direction']

/** A ticket in the form that `findTicket` expects. `code` has no hyphen. */
type BookTicket = DoorTicket & { code: string; row: CheckedTicketRow }

interface Decided {
  verdict: Verdict | { code: 'exit' } | { code: 'unreadable' }
  row: CheckedTicketRow | undefined
  scan: ScanRef | undefined
}

/**
 * Checks a ticket by the same rules as a door device, but with all of the server's data, and records the entry or exit.
 * Concurrent requests for the same event run one after the other.
 */
export const createCheckIn: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const open = await openCheckIn(context, call)
  if (!open.success) return open
  const { key } = open.data
  const [gates, types] = await Promise.all([listGates(context.db, key), listDoorTicketTypes(context.db, key)])
  const gateId = call.body.gateId?.toLowerCase() ?? null
  const gate = gates.find(({ id }) => id === gateId)
  if (gateId !== null && !gate)
    return fail('VALIDATION_ERROR', [{ path: 'gateId', message: 'This event has no such gate.' }])
  const read = await readRequest(context, open.data, call.body)
  const requested = { open: open.data, read, gates, gate, types }
  const decided = await runAsCheckInDevice(
    context,
    { open: open.data, apiKeyId: call.actor.apiKeyId },
    (trx) => decide(trx, call, requested),
  )
  return decided.success ? succeed(await view(context, key, decided.data)) : decided
}

async function readRequest(
  context: Context,
  { key, now }: OpenCheckIn,
  { code = '', ticketId }: Call['body'],
): Promise<ScannedCode> {
  if (ticketId !== undefined) return { kind: 'ticket', ticketId: ticketId.toLowerCase() }
  return readScannedCode(context, { ...key, text: code, nowMs: now.getTime() })
}

interface RequestedCheckIn {
  open: OpenCheckIn
  read: ScannedCode
  gates: readonly Gate[]
  gate: Gate | undefined
  types: readonly DoorTicketTypeRow[]
}

async function decide(
  trx: Trx,
  { body, idempotencyKey }: Call,
  requested: RequestedCheckIn,
): Promise<Result<Decided, 'KEY_REUSED' | 'RATE_LIMITED'>> {
  const { read, open } = requested
  const kind = body.direction
  const row = await findWanted(trx, open.key, read)
  // Looked up before the code is checked, because after an admission a live code isn't valid any more when the request is
  // repeated.
  const earlier = await findEarlier(trx, open, idempotencyKey)
  if (earlier) return repeat(trx, open, { kind, row, earlier })
  const found = findTicket(bookOf(row, requested), read)
  if (found.kind === 'known')
    return record(trx, { ...requested, ticket: found.ticket }, { kind, requestKey: idempotencyKey })
  // The server knows every ticket, so an unknown one was deleted.
  if (found.kind === 'new') return succeed({ verdict: { code: 'void' }, row: undefined, scan: undefined })
  return succeed({ verdict: found.verdict, row: found.ticket?.row, scan: undefined })
}

/** Returns the scan that the first request with this key recorded. */
async function repeat(
  trx: Trx,
  { key, rules, deviceId }: OpenCheckIn,
  { kind, row, earlier }: { kind: Kind; row: CheckedTicketRow | undefined; earlier: RequestedScan },
): Promise<Result<Decided, 'KEY_REUSED'>> {
  if (earlier.ticketId !== row?.id || earlier.kind !== kind) return fail('KEY_REUSED')
  const { entries } = await readAdmissions(trx, { key, rules, ticketId: row.id })
  return succeed({
    verdict: kind === 'exit' ? { code: kind } : { code: 'valid', entryNumber: entries.length },
    row,
    scan: { deviceId, seq: earlier.seq },
  })
}

/** Decides on a new request. Stores a scan if the ticket is admitted or leaves. */
async function record(
  trx: Trx,
  { open, ticket, ...requested }: RequestedCheckIn & { ticket: BookTicket },
  { kind, requestKey }: { kind: Kind; requestKey: string | undefined },
): Promise<Result<Decided, 'RATE_LIMITED'>> {
  const { key, rules, deviceId, accountId, now } = open
  const { scans, ...admissions } = await readAdmissions(trx, { key, rules, ticketId: ticket.id })
  const { row } = ticket
  const entry = { ...requested, ticket, admissions, rules, nowMs: now.getTime() }
  const verdict = kind === 'exit' ? { code: kind } : decideEntry({ ...entry, window: windowOf(entry) })
  if (verdict.code !== 'valid' && verdict.code !== 'exit') return succeed({ verdict, row, scan: undefined })
  if (scans.length >= MAX_SCANS_PER_TICKET) return failRateLimited(3600)
  const scan = {
    deviceId,
    seq: await readNextSeq(trx, key, deviceId),
    ticketId: ticket.id,
    kind,
    atMs: now.getTime(),
    gateId: requested.gate?.id ?? null,
    reason: '',
    ...(requestKey !== undefined && { requestKey }),
  }
  await applyScans(trx, { key, rules, scans: [scan], accountId, now })
  return succeed({ verdict, row, scan })
}

async function readAdmissions(
  trx: Trx,
  { key, rules, ticketId }: Pick<OpenCheckIn, 'key' | 'rules'> & { ticketId: string },
): Promise<Admissions & { scans: readonly Scan[] }> {
  const scans = (await listScansOfTickets(trx, key, [ticketId])).map(toScan)
  return { scans, ...computeAdmissions(scans, rules) }
}

const findEarlier = async (
  trx: Trx,
  { key, deviceId }: OpenCheckIn,
  requestKey: string | undefined,
): Promise<RequestedScan | undefined> =>
  requestKey === undefined ? undefined : findScanByRequest(trx, key, { deviceId, requestKey })

function windowOf({
  types,
  ticket,
}: {
  types: readonly DoorTicketTypeRow[]
  ticket: BookTicket
}): EntryWindow {
  const type = types.find(({ id }) => id === ticket.ticketTypeId)
  return type ? toDoorTicketTypeView(type).window : { fromMs: null, untilMs: null }
}

const findWanted = async (
  trx: Trx,
  key: OpenCheckIn['key'],
  read: ScannedCode,
): Promise<CheckedTicketRow | undefined> => {
  const wanted = wantedTicket(read)
  return wanted && findCheckedTicket(trx, key, wanted)
}

/**
 * Returns a ticket book that contains only the ticket that the code may belong to. It counts as complete, because the server
 * knows every ticket.
 */
function bookOf(
  row: CheckedTicketRow | undefined,
  { open: { key, codeMode }, types }: RequestedCheckIn,
): TicketIndex<BookTicket> {
  const ticket = row && { ...row, code: row.code.replace('-', ''), row }
  return {
    eventId: key.eventId,
    needsLiveCodes: codeMode === 'live',
    completeUntilMs: Infinity,
    find: (id) => (ticket?.id === id ? ticket : undefined),
    findByCode: (code) => (ticket?.code === code ? ticket : undefined),
    typeOf: (prefix) => types.find(({ id }) => id.startsWith(prefix)),
  }
}

const CODE_GROUP = 5

function wantedTicket(read: ScannedCode): { id?: string; code?: string } | undefined {
  if (read.kind === 'token') return { id: read.token.ticketId }
  if (read.kind === 'old token' || read.kind === 'ticket') return { id: read.ticketId }
  if (read.kind !== 'code') return undefined
  return { code: `${read.code.slice(0, CODE_GROUP)}-${read.code.slice(CODE_GROUP)}` }
}

async function view(
  { db }: Context,
  key: OpenCheckIn['key'],
  { verdict, row, scan }: Decided,
): Promise<CheckIn> {
  const usedBy = verdict.code === 'already_used' ? verdict.entry : undefined
  const refs = [scan, usedBy].filter((ref) => ref !== undefined)
  const [scanned, lists] = await Promise.all([
    refs.length > 0 ? listScanRows(db, key, refs) : [],
    listDoorLists(db, key),
  ])
  const shown = (ref: ScanRef | undefined) => {
    const found = ref && scanned.find(({ deviceId, seq }) => deviceId === ref.deviceId && seq === ref.seq)
    return found ? viewRecordedScan(found) : null
  }
  return {
    verdict: verdict.code,
    ticket: row ? viewCheckedTicket(row, lists) : null,
    scan: shown(scan),
    usedBy: shown(usedBy),
    gates: verdict.code === 'wrong_gate' ? verdict.gates.map(({ id, name }) => ({ id, name })) : [],
    window:
      verdict.code === 'wrong_day'
        ? { fromAt: isoOf(verdict.window.fromMs), untilAt: isoOf(verdict.window.untilMs) }
        : null,
  }
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
