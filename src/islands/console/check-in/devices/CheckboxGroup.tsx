interface Props<Id extends string> {
  id: string
  legend: string
  hint?: string
  options: readonly { id: Id; name: string; about?: string }[]
  chosen: readonly Id[]
  error: string | undefined
  onChange: (chosen: readonly Id[]) => void
}

export function CheckboxGroup<Id extends string>(props: Props<Id>) {
  const { id, legend, hint, options, chosen, error, onChange } = props
  const toggle = (value: Id): void =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className="device-choices" id={id} tabIndex={-1} aria-describedby={notes || undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {options.map((option) => (
        <label key={option.id} className="choice">
          <input type="checkbox" checked={chosen.includes(option.id)} onChange={() => toggle(option.id)} />
          <span dir="auto">
            {option.name}
            {option.about && <span className="secondary-text"> {option.about}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
