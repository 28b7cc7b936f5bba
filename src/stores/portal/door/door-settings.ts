import { persistentStore } from '#browser/platform/persistent-store.ts'
import { call } from '#browser/platform/api.ts'
import { listDoorEvents, type DoorSnapshot } from '#contracts/portal/door.ts'
import { createResource } from '#stores/platform/resource.ts'
import { doorHeaders } from './door-caller.ts'
import { $storedEvents } from './stored-events.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

const LIST_TIMEOUT_MS = 15_000

export const { $store: $doorEvents, load: loadDoorEvents } = createResource(() =>
  onSuccess(call(listDoorEvents, {}, { headers: doorHeaders(), timeout: LIST_TIMEOUT_MS }), (data) =>
    $storedEvents.set(data),
  ),
)

const isTexts = (stored: unknown): stored is Record<string, string> =>
  typeof stored === 'object' && stored !== null && Object.values(stored).every((id) => typeof id === 'string')

/** Chosen gate of this device, by event id. */
export const $chosenDoorGates = persistentStore('doorGates', (stored) =>
  isTexts(stored) ? stored : undefined,
)

/**
 * Gate at which this device scans; null for none, which admits all ticket types. The default of a device that is limited to some gates is
 * the first of them.
 */
export function chosenGateOf(
  { gates, caller }: Pick<DoorSnapshot, 'gates' | 'caller'>,
  chosen: string | undefined,
): string | null {
  const own = allowedGates({ gates, caller })
  const known = own.find(({ id }) => id === chosen) ?? (caller.gateIds ? own[0] : undefined)
  return known?.id ?? null
}

export const allowedGates = ({
  gates,
  caller,
}: Pick<DoorSnapshot, 'gates' | 'caller'>): DoorSnapshot['gates'] =>
  gates.filter(({ id }) => caller.gateIds?.includes(id) ?? true)

export function chooseGate(eventId: string, gateId: string | undefined): void {
  const { [eventId]: _before, ...others } = $chosenDoorGates.get() ?? {}
  $chosenDoorGates.set(gateId === undefined ? others : { ...others, [eventId]: gateId })
}

const isTrue = (stored: unknown): true | undefined => (stored === true ? true : undefined)

export const $isDoorMuted = persistentStore('doorMuted', isTrue)

/** When true, a valid verdict stays on the screen until it is closed. */
export const $isDoorPaused = persistentStore('doorPaused', isTrue)
