interface Props {
  /** Selected option. */
  name: string
  options: readonly { id: string; words: string }[]
  value: string | undefined
  onChoose: (id: string) => void
}

/** A group of toggle buttons with one selected. */
export function Choice({ name, options, value, onChoose }: Props) {
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
