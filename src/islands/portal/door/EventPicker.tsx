import { useState } from 'react'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import type { DoorEvent } from '#contracts/portal/door.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatMomentIn } from '#ui/format/format-dates.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'
import { isDeviceStopped, StoppedNotice } from './pairing/DeviceStopped.tsx'
import { PairedDeviceNotice } from './pairing/PairedDeviceNotice.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'
import { $doorDevice, $isStoragePersistent, renameDevice } from '#stores/portal/door/door.ts'
import { $doorEvents, loadDoorEvents } from '#stores/portal/door/door-settings.ts'
import { $doorPairing } from '#stores/portal/door/door-caller.ts'
import { $storedEvents } from '#stores/portal/door/stored-events.ts'
import { LOADING } from '#stores/platform/resource.ts'

/** List of the events at which the member may scan, and a form to rename this device. */
export function EventPicker() {
  const pairing = useStore($doorPairing, undefined)
  return (
    <div className="door-page">
      {!pairing && (
        <a className="door-back" href={portalUrls.overview()}>
          Staff portal
        </a>
      )}
      <h1>Door</h1>
      <Events />
      {pairing ? <PairedDeviceNotice pairing={pairing} /> : <DeviceName />}
    </div>
  )
}

function Events() {
  const { data, error, code } = useStore($doorEvents, LOADING)
  const stored = useStore($storedEvents, undefined)
  if (code && isDeviceStopped(code)) return <StoppedNotice code={code} />
  const { events } = data ?? (error ? stored : undefined) ?? {}
  if (!events) {
    if (error) return <LoadFailed what="Your events" why={error} onRetry={() => void loadDoorEvents()} />
    return (
      <LoadingScreen label="Loading your events…">
        <Skeletons size="card" count={3} />
      </LoadingScreen>
    )
  }
  return (
    <section aria-labelledby="events-title">
      <h2 id="events-title">Choose an event</h2>
      {error && <p className="door-note">You’re offline. This is the list from your last visit.</p>}
      {events.length === 0 && <p>You aren’t assigned to a door yet. Ask the organiser to assign you.</p>}
      <ul className="door-events">
        {events.map((event) => (
          <li key={event.id}>
            <EventLink event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EventLink({ event }: { event: DoorEvent }) {
  const { id, title, startsAt, timeZone, venueName, status, tickets, admitted } = event
  return (
    <a className="door-event" href={portalUrls.door(id)}>
      <strong>{title}</strong>
      <span>
        {formatMomentIn(startsAt, timeZone)} · {venueName}
        {status === 'cancelled' && ' · Cancelled'}
      </span>
      <span>
        {formatNumber(admitted)} of {formatNumber(tickets)} admitted
      </span>
    </a>
  )
}

function DeviceName() {
  const device = useStore($doorDevice, undefined)
  const isStorageKept = useStore($isStoragePersistent, true)
  const [name, setName] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  if (!device) return null
  const save = async (): Promise<void> => {
    await renameDevice(name ?? device.name)
    setSaved(true)
  }
  return (
    <form
      className="door-device"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        id="device-name"
        label="Name of this device"
        hint="Shown with its scans, such as “North gate 2”."
        value={name ?? device.name}
        onChange={({ target }) => {
          setName(target.value)
          setSaved(false)
        }}
        maxLength={60}
        required
        autoComplete="off"
      />
      <Button type="submit" variant="quiet">
        Save name
      </Button>
      <output>{isSaved && 'Saved.'}</output>
      {!isStorageKept && (
        <p className="door-note">
          This browser may delete stored tickets when space runs short. Add this page to your home screen to
          keep them.
        </p>
      )}
    </form>
  )
}
