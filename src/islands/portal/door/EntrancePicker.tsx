import { useStore } from '#islands/platform/use-store.ts'
import { Select } from '#ui/form/Select.tsx'
import type { Entrance } from '#stores/portal/door/check-code.ts'
import { $isDoorMuted, $isDoorPaused, chooseGate, allowedGates } from '#stores/portal/door/door-settings.ts'
import type { DoorState } from '#stores/portal/door/open-door.ts'

const DIRECTIONS = [
  { name: 'Entry', isExit: false },
  { name: 'Exit', isExit: true },
] as const

interface Props {
  state: DoorState
  eventId: string
  at: Entrance
  onExit: (isExit: boolean) => void
}

export function EntrancePicker({ state, eventId, at, onExit }: Props) {
  const isMuted = useStore($isDoorMuted, undefined) === true
  const isPaused = useStore($isDoorPaused, undefined) === true
  const gates = allowedGates(state)
  return (
    <div className="door-entrance">
      {gates.length > 0 && (
        <Select
          id="gate"
          label="Gate"
          value={at.gateId ?? ''}
          onChange={({ target }) => chooseGate(eventId, target.value || undefined)}
        >
          {!state.caller.gateIds && <option value="">No gate: all ticket types</option>}
          {gates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <fieldset className="door-direction">
        <legend className="visually-hidden">Direction</legend>
        {DIRECTIONS.map(({ name, isExit }) => (
          <button
            key={name}
            type="button"
            className="door-button"
            aria-pressed={at.isExit === isExit}
            onClick={() => onExit(isExit)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <label className="door-switch">
        <input
          type="checkbox"
          checked={!isMuted}
          onChange={({ target }) => $isDoorMuted.set(target.checked ? undefined : true)}
        />
        Sound
      </label>
      <label className="door-switch">
        <input
          type="checkbox"
          checked={!isPaused}
          onChange={({ target }) => $isDoorPaused.set(target.checked ? undefined : true)}
        />
        Close valid results automatically
      </label>
    </div>
  )
}
