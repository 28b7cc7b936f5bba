import { atom } from 'nanostores'
import { playSignal, vibrate, type Signal } from '#browser/portal/door/signals.ts'
import type { Entrance, ShownVerdict } from './check-code.ts'
import { $isDoorMuted } from './door-settings.ts'
import type { IndexedTicket } from './door-ticket-index.ts'
import type { Door } from './open-door.ts'

/** A verdict with its number since the page was opened. The number distinguishes two scans with equal verdicts. */
export interface NumberedVerdict {
  number: number
  shown: ShownVerdict
  /** True when it is shown again so that it can be undone. */
  isUndo?: boolean
}

/** Verdict on the screen; undefined while the device waits for the next code. */
export const $verdict = atom<NumberedVerdict | undefined>(undefined)

/** The last verdict, even after it was closed. */
export const $lastVerdict = atom<NumberedVerdict | undefined>(undefined)

export const closeVerdict = (): void => $verdict.set(undefined)

let queue: Promise<unknown> = Promise.resolve()
let count = 0

/** Decides scans one after another, because a scanner can read two codes while a scan is being stored. */
async function showNext(decide: () => Promise<ShownVerdict>): Promise<void> {
  const decided = queue.then(decide).catch((): ShownVerdict => NOT_RECORDED)
  queue = decided
  const shown = await decided
  count += 1
  $verdict.set({ number: count, shown })
  $lastVerdict.set({ number: count, shown })
  signalVerdict(verdictSignal(shown))
}

/** Verdict if a scan couldn't be stored. The ticket isn't admitted. */
const NOT_RECORDED: ShownVerdict = {
  verdict: { code: 'not_recorded' },
  ticket: undefined,
  otherEvent: '',
  scan: undefined,
}

export const scanCode = (door: Door, text: string, at: Entrance): Promise<void> =>
  showNext(() => door.scan(text, at))

export const admitTicket = (door: Door, ticketId: string, at: Entrance): Promise<void> =>
  showNext(() => door.admit(ticketId, at))

export const admitAnyway = (
  door: Door,
  ticketId: string,
  at: { gateId: string | null; reason: string },
): Promise<void> => showNext(() => door.override(ticketId, at))

export interface GroupAdmission {
  admitted: IndexedTicket[]
  refused: IndexedTicket[]
}

/** Admits the tickets of an order one after another, without showing their verdicts. The result lists the refused ones. */
export async function admitGroup(
  door: Door,
  ticketIds: readonly string[],
  at: Entrance,
): Promise<GroupAdmission> {
  const shown: ShownVerdict[] = []
  const admitted = queue.then(async () => {
    for (const id of ticketIds) shown.push(await door.admit(id, at).catch(() => NOT_RECORDED))
  })
  queue = admitted
  await admitted
  const isAdmitted = ({ scan }: ShownVerdict): boolean => scan !== undefined
  signalVerdict(shown.every(isAdmitted) ? 'admitted' : 'attention')
  const ticketsOf = (verdicts: readonly ShownVerdict[]): IndexedTicket[] =>
    verdicts.flatMap(({ ticket }) => ticket ?? [])
  return {
    admitted: ticketsOf(shown.filter(isAdmitted)),
    refused: ticketsOf(shown.filter((each) => !isAdmitted(each))),
  }
}

export const showUndo = (verdict: NumberedVerdict): void => $verdict.set({ ...verdict, isUndo: true })

/** Undoes a scan. Returns false when the undo couldn't be stored. */
export async function undoScan(door: Door, { scan }: ShownVerdict, reason: string): Promise<boolean> {
  if (!scan) return false
  try {
    await door.undo(scan, reason)
  } catch {
    return false
  }
  closeVerdict()
  $lastVerdict.set(undefined)
  return true
}

const ATTENTION = new Set(['wrong_gate', 'wrong_day', 'replaced', 'not_live', 'unreadable'])

export function verdictSignal({ verdict: { code } }: ShownVerdict): Signal {
  if (code === 'valid' || code === 'exit') return 'admitted'
  return ATTENTION.has(code) ? 'attention' : 'refused'
}

function signalVerdict(signal: Signal): void {
  vibrate(signal)
  if ($isDoorMuted.get() !== true) playSignal(signal)
}
