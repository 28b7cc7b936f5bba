import { useEffect, useRef, useState } from 'react'
import { useStore } from '#islands/platform/use-store.ts'
import type { ShownVerdict } from '#stores/portal/door/check-code.ts'
import type { IndexedTicket } from '#stores/portal/door/door-ticket-index.ts'
import { $isDoorPaused } from '#stores/portal/door/door-settings.ts'
import type { Door, DoorState } from '#stores/portal/door/open-door.ts'
import { admitAnyway, closeVerdict, verdictSignal, undoScan } from '#stores/portal/door/verdicts-shown.ts'
import { GroupOffer } from '../tickets/GroupOffer.tsx'
import { ReasonForm } from '../ReasonForm.tsx'
import { VerdictShape } from './VerdictShape.tsx'
import { canOverrule, verdictText } from './verdict-texts.ts'

const CLOSES_AFTER_MS = 1500
/**
 * Delay before the verdict of a group closes. Longer than for a single ticket, so that the names of the order can be
 * read.
 */
const GROUP_CLOSES_AFTER_MS = 6000

interface Props {
  door: Door
  state: DoorState
  gateId: string | null
  shown: ShownVerdict
  /** Opens the form that asks for the reason of an undo. */
  isUndo?: boolean
}

/** A verdict on the whole screen. A valid verdict without notes closes by itself, so that the next ticket can be scanned without a tap. */
export function VerdictScreen({ door, state, gateId, shown, isUndo = false }: Props) {
  const isPaused = useStore($isDoorPaused, undefined) === true
  const [action, setAction] = useState<'undo' | 'override' | undefined>(isUndo ? 'undo' : undefined)
  const [isUndoFailed, failUndo] = useState(false)
  const isAdmitted = verdictSignal(shown) === 'admitted'
  const closesItself = isAdmitted && !isPaused && action === undefined && !hasNotes(state, shown)
  // The list is computed once. After its tickets are admitted, a new list would be empty, which would hide the result.
  const [others] = useState(() => othersToAdmit(door, { state, shown, isUndo }))
  useClosing(closesItself, others.length > 0 ? GROUP_CLOSES_AFTER_MS : CLOSES_AFTER_MS)
  const give = async (reason: string): Promise<void> => {
    if (action === 'undo') failUndo(!(await undoScan(door, shown, reason)))
    else if (shown.ticket) await admitAnyway(door, shown.ticket.id, { gateId, reason })
  }
  return (
    <section className="door-verdict" data-verdict={toneOf(shown)} aria-label="Result">
      <VerdictShape tone={toneOf(shown)} />
      <div className="door-verdict-text">
        <VerdictText shown={shown} state={state} hasNext={action === undefined} />
      </div>
      <GroupOffer door={door} gateId={gateId} others={others} />
      {isUndoFailed && <p role="alert">The undo couldn’t be stored. Reload the page, then try again.</p>}
      {action === undefined ? (
        <Actions shown={shown} canUndo={state.caller.rights.includes('undo')} onAsk={setAction} />
      ) : (
        <ReasonForm kind={action} onCancel={closeVerdict} onGive={(reason) => void give(reason)} />
      )}
    </section>
  )
}

function useClosing(closesItself: boolean, afterMs: number): void {
  useEffect(() => {
    if (!closesItself) return undefined
    const timer = setTimeout(closeVerdict, afterMs)
    return () => clearTimeout(timer)
  }, [closesItself, afterMs])
}

function VerdictText({ shown, state, hasNext }: Pick<Props, 'shown' | 'state'> & { hasNext: boolean }) {
  const { word, facts, next } = verdictText(shown, state)
  return (
    <>
      <p className="door-verdict-word">{word}</p>
      {facts.map((fact) => (
        <p key={fact} className="door-verdict-fact">
          {fact}
        </p>
      ))}
      {hasNext && <p className="door-verdict-next">{next}</p>}
    </>
  )
}

const hasNotes = (state: DoorState, { ticket }: ShownVerdict): boolean =>
  ticket !== undefined && state.remarksOf(ticket).notes.length > 0

function othersToAdmit(
  door: Door,
  { state, shown, isUndo }: Required<Pick<Props, 'state' | 'shown' | 'isUndo'>>,
): IndexedTicket[] {
  const isEntry = shown.verdict.code === 'valid' && !isUndo
  return isEntry && shown.ticket && state.caller.rights.includes('search')
    ? door.othersOfOrder(shown.ticket.id)
    : []
}

interface ActionsProps {
  shown: ShownVerdict
  canUndo: boolean
  onAsk: (kind: 'undo' | 'override') => void
}

function Actions({ shown, canUndo, onAsk }: ActionsProps) {
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  return (
    <div className="door-actions">
      <button ref={next} type="button" className="door-button is-strong" onClick={closeVerdict}>
        Next
      </button>
      {shown.scan && canUndo && (
        <button type="button" className="door-button" onClick={() => onAsk('undo')}>
          Undo
        </button>
      )}
      {canOverrule(shown) && (
        <button type="button" className="door-button" onClick={() => onAsk('override')}>
          Admit anyway
        </button>
      )}
    </div>
  )
}

function toneOf(shown: ShownVerdict): 'valid' | 'exit' | 'attention' | 'refused' {
  if (shown.verdict.code === 'exit') return 'exit'
  const signal = verdictSignal(shown)
  return signal === 'admitted' ? 'valid' : signal
}
