import { scanRefKey } from '#model/sales/door/scans.ts'
import type { NewScan, StoredScan } from './scan-rows.ts'

export interface ValidatedScans {
  accepted: NewScan[]
  /** Numbers of the sent scans that are stored now, by this request or an earlier one. */
  stored: number[]
  refused: { seq: number; reason: string }[]
}

interface Known {
  /** Stored scans that have the same number as a sent one, or that a sent one undoes. */
  stored: readonly StoredScan[]
  /** Ids of the sent scans' tickets that belong to the event. */
  ticketIds: ReadonlySet<string>
  counts: ReadonlyMap<string, number>
  canUndo: boolean
  /** Gates at which the device may scan; null for all gates. */
  gateIds: ReadonlySet<string> | null
}

/** Maximum number of scans per ticket: more than anyone needs, few enough to keep syncs fast. */
export const MAX_SCANS_PER_TICKET = 200

type Counted = Pick<NewScan, 'deviceId' | 'seq' | 'ticketId' | 'kind' | 'undoes'>

/**
 * Decides which of a device's scans are stored. An undo must refer to a stored scan, so that it can't arrive before the
 * entry that it cancels. A scan with the number of a stored scan counts as stored only if both have the same content.
 */
export function validateScans(scans: readonly NewScan[], context: Known): ValidatedScans {
  const counted = new Map<string, Counted>(context.stored.map((row) => [scanRefKey(row), countedOf(row)]))
  const counts = new Map(context.counts)
  const judged: ValidatedScans = { accepted: [], stored: [], refused: [] }
  for (const scan of scans.toSorted((one, other) => one.seq - other.seq)) {
    const { seq } = scan
    const before = counted.get(scanRefKey(scan))
    const reason = before ? reasonOfReuse(before, scan) : refusalOf(scan, { ...context, counts, counted })
    if (reason !== undefined) {
      judged.refused.push({ seq, reason })
      continue
    }
    judged.stored.push(seq)
    if (before) continue
    judged.accepted.push(scan)
    counted.set(scanRefKey(scan), scan)
    counts.set(scan.ticketId, (counts.get(scan.ticketId) ?? 0) + 1)
  }
  return judged
}

const countedOf = ({ undoesDeviceId, undoesSeq, ...row }: StoredScan): Counted => ({
  ...row,
  ...(undoesDeviceId !== null &&
    undoesSeq !== null && { undoes: { deviceId: undoesDeviceId, seq: undoesSeq } }),
})

const reasonOfReuse = (before: Counted, scan: NewScan): string | undefined =>
  contentOf(before) === contentOf(scan)
    ? undefined
    : 'This sequence number was already used for another scan of this device.'

const contentOf = ({ ticketId, kind, undoes }: Counted): string =>
  `${ticketId} ${kind} ${undoes ? scanRefKey(undoes) : ''}`

const refusalOf = (
  scan: NewScan,
  known: Known & { counted: ReadonlyMap<string, Counted> },
): string | undefined => refusalByRights(scan, known) ?? refusalByRules(scan, known)

function refusalByRights({ kind, gateId }: NewScan, { canUndo, gateIds }: Known): string | undefined {
  if (kind === 'undo') return canUndo ? undefined : 'This device isn’t allowed to undo scans.'
  return gateIds && !gateIds.has(gateId ?? '') ? 'This device isn’t allowed to scan at this gate.' : undefined
}

function refusalByRules(
  scan: NewScan,
  { ticketIds, counts, counted }: Known & { counted: ReadonlyMap<string, Counted> },
): string | undefined {
  if (!ticketIds.has(scan.ticketId)) return 'This ticket isn’t for this event.'
  if ((scan.kind === 'undo' || scan.isOverride) && scan.reason === '') return 'The reason is missing.'
  if ((counts.get(scan.ticketId) ?? 0) >= MAX_SCANS_PER_TICKET)
    return `This ticket has reached the limit of ${MAX_SCANS_PER_TICKET} scans.`
  return scan.kind === 'undo' && !isUndoable(scan, counted) ? 'The scan to undo is missing.' : undefined
}

function isUndoable({ undoes, ticketId }: NewScan, counted: ReadonlyMap<string, Counted>): boolean {
  const target = undoes && counted.get(scanRefKey(undoes))
  return target !== undefined && target.kind !== 'undo' && target.ticketId === ticketId
}
