interface Props {
  /** Label of the group for screen readers. */
  name: string
  options: readonly { id: string; words: string }[]
  value: string | undefined
  onChoose: (id: string) => void
}

/** Group of toggle buttons, one of which is selected. */
export function ToggleGroup({ name, options, value, onChoose }: Props) {
  return (
    <fieldset className="report-choice">
      <legend className="visually-hidden">{name}</legend>
      {options.map(({ id, words }) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChoose(id)}>
          {words}
        </button>
      ))}
    </fieldset>
  )
}
