import { useId } from 'react'

interface Props<Value extends string> {
  /** Label for screen readers. */
  label: string
  options: readonly (readonly [value: Value, name: string])[]
  value: Value
  onChoose: (value: Value) => void
}

/** Choice between a few options, which are shown side by side. */
export function SegmentedControl<Value extends string>({ label, options, value, onChoose }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChoose(each)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
