export function DoorViewSwitch({
  isSelling,
  onChange,
}: {
  isSelling: boolean
  onChange: (isSelling: boolean) => void
}) {
  return (
    <fieldset className="door-direction">
      <legend className="visually-hidden">View</legend>
      <button type="button" className="door-button" aria-pressed={!isSelling} onClick={() => onChange(false)}>
        Check
      </button>
      <button type="button" className="door-button" aria-pressed={isSelling} onClick={() => onChange(true)}>
        Sell
      </button>
    </fieldset>
  )
}
