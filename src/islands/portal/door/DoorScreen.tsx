import { useState, type ReactNode } from 'react'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $chosenDoorGates, chosenGateOf } from '#stores/portal/door/door-settings.ts'
import type { Door, DoorState } from '#stores/portal/door/open-door.ts'
import { $lastVerdict, $verdict, showUndo, scanCode } from '#stores/portal/door/verdicts-shown.ts'
import { Conflicts } from './Conflicts.tsx'
import { DoorCounts } from './DoorCounts.tsx'
import { DoorStatus } from './DoorStatus.tsx'
import { EntrancePicker } from './EntrancePicker.tsx'
import { ScanField } from './ScanField.tsx'
import { ScanCamera } from './ScanCamera.tsx'
import { GuestList } from './tickets/GuestList.tsx'
import { TicketSearch } from './tickets/TicketSearch.tsx'
import { useTypedCodes } from './use-typed-codes.ts'
import { VerdictLayer } from './verdict/VerdictLayer.tsx'
import { verdictText } from './verdict/verdict-texts.ts'

interface Props {
  door: Door
  eventId: string
  unsentSales: number
  views: ReactNode
}

/** Scans tickets at an event's entrance. */
export function DoorScreen({ door, eventId, unsentSales, views }: Props) {
  // `Door` exists only in the browser, so the server never renders this component.
  const state = useStore(door.$state, door.$state.get())
  const chosen = useStore($chosenDoorGates, undefined)?.[eventId]
  const gateId = chosenGateOf(state, chosen)
  const [isExit, setExit] = useState(false)
  const current = useStore($verdict, undefined)
  const scan = (text: string): void => void scanCode(door, text, { gateId, isExit })
  useTypedCodes(scan)
  const at = { gateId, isExit }
  return (
    <>
      <div className="door-page" inert={current !== undefined}>
        <header className="door-head">
          <a className="door-back" href={portalUrls.door()}>
            Other events
          </a>
          <h1>{state.event.title}</h1>
          <DoorStatus state={state} unsentSales={unsentSales} onSync={() => void door.sync()} />
        </header>
        {views}
        <Conflicts state={state} />
        <EntrancePicker state={state} eventId={eventId} at={at} onExit={setExit} />
        <ScanField isActive={current === undefined} isExit={isExit} onCode={scan} />
        <ScanCamera onCode={scan} />
        <LastVerdict state={state} />
        {state.caller.rights.includes('search') && (
          <>
            <TicketSearch door={door} at={at} />
            <GuestList door={door} state={state} at={at} />
          </>
        )}
        <DoorCounts state={state} />
      </div>
      <VerdictLayer door={door} state={state} gateId={gateId} />
    </>
  )
}

/** The last verdict with its undo button. It stays on the page, because the full-screen display of a valid verdict closes automatically. */
function LastVerdict({ state }: { state: DoorState }) {
  const last = useStore($lastVerdict, undefined)
  if (!last) return null
  const { word, facts } = verdictText(last.shown, state)
  return (
    <section className="door-last" aria-label="Last scan">
      <p>
        <strong>{word}</strong> {facts.join(' · ')}
      </p>
      {last.shown.scan && state.caller.rights.includes('undo') && (
        <button type="button" className="door-button" onClick={() => showUndo(last)}>
          Undo
        </button>
      )}
    </section>
  )
}
