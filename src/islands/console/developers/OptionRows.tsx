import type { ReactNode } from 'react'

interface Props<Value extends string> {
  id: string
  legend: ReactNode
  /** Each row has a heading and options with labels. */
  rows: readonly (readonly [about: string, all: readonly (readonly [Value, string])[]])[]
  chosen: readonly Value[]
  error: string | undefined
  onChange: (chosen: readonly Value[]) => void
}

export function OptionRows<Value extends string>(props: Props<Value>) {
  const { id, legend, rows, chosen, error, onChange } = props
  const toggle = (value: Value): void =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  return (
    <fieldset className="scopes" id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {rows.map(([about, all]) => (
        <fieldset key={about} className="scope-row" aria-label={about}>
          <span className="scope-about">{about}</span>
          <div className="scope-choices">
            {all.map(([value, words]) => (
              <label key={value} className="choice">
                <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
                <span>{words}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
