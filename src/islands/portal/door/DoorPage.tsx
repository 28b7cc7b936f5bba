import { useEffect, useState } from 'react'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'
import {
  $chosenDoorEvent,
  $doorOpening,
  $pairingRequest,
  enterDoor,
  startDoorPage,
  type DoorOpening,
} from '#stores/portal/door/door.ts'
import { DoorScreen } from './DoorScreen.tsx'
import { DoorViewSwitch } from './sales/DoorViewSwitch.tsx'
import { SellScreen } from './sales/SellScreen.tsx'
import { EventPicker } from './EventPicker.tsx'
import { DeviceStopped, isDeviceStopped } from './pairing/DeviceStopped.tsx'
import { PairDevice } from './pairing/PairDevice.tsx'

const OPENING: DoorOpening = { status: 'opening' }

/** The page `/account/staff/door`. Shows the event in the URL or, without one, a list of events. */
export function DoorPage() {
  const eventId = useStore($chosenDoorEvent, undefined)
  const pairing = useStore($pairingRequest, undefined)
  useEffect(() => void startDoorPage(), [])
  if (pairing) return <PairDevice {...pairing} eventId={eventId ?? undefined} />
  if (eventId === undefined) return <Waiting label="Loading the door…" />
  return eventId === null ? <EventPicker /> : <EventDoor eventId={eventId} />
}

function EventDoor({ eventId }: { eventId: string }) {
  const opening = useStore($doorOpening, OPENING)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => enterDoor(eventId), [eventId, attempt])
  if (opening.status === 'opening') return <Waiting label="Loading the tickets…" />
  if (opening.status === 'open') return <OpenDoor {...opening} />
  if (isDeviceStopped(opening.code)) return <DeviceStopped {...opening} />
  return (
    <div className="door-page">
      <h1>Door</h1>
      <Notice tone="danger" title="This event couldn’t be loaded" urgent>
        <p>{failureText(opening)}</p>
        <div className="notice-actions">
          <Button onClick={() => setAttempt((before) => before + 1)}>Try again</Button>
          <a className="button button-quiet" href={portalUrls.door()}>
            Choose another event
          </a>
        </div>
      </Notice>
    </div>
  )
}

/** Scanner of an event. Can also sell tickets if the device has a share or may request one. */
function OpenDoor({ door, till, eventId }: Extract<DoorOpening, { status: 'open' }>) {
  const [isSelling, setSelling] = useState(false)
  // `Door` exists only in the browser, so the server never renders this component.
  const { caller, waiting, syncFailure } = useStore(door.$state, door.$state.get())
  const { waiting: unsentSales } = useStore(till.$state, till.$state.get())
  if (syncFailure && isDeviceStopped(syncFailure.code))
    return <DeviceStopped code={syncFailure.code} unsent={{ scans: waiting, sales: unsentSales }} />
  const maySell = caller.rights.includes('sell')
  const views = maySell && <DoorViewSwitch isSelling={isSelling} onChange={setSelling} />
  return isSelling && maySell ? (
    <SellScreen door={door} till={till} views={views} />
  ) : (
    <DoorScreen door={door} eventId={eventId} unsentSales={unsentSales} views={views} />
  )
}

function failureText({ code, message }: { code: string; message: string }): string {
  if (code === 'NETWORK_ERROR' || code === 'REQUEST_ERROR')
    return 'This device is offline and hasn’t opened this event before. Go online once. After that, it works offline too.'
  return message
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="door-page">
      <h1>Door</h1>
      <LoadingScreen label={label}>
        <Skeletons size="card" count={3} />
      </LoadingScreen>
    </div>
  )
}
