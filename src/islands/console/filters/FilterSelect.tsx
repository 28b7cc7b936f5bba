import { Select } from '#ui/form/Select.tsx'

interface Props {
  id: string
  label: string
  /** What is chosen; nothing for all. */
  value: string | undefined
  /** What the list says when nothing is chosen. */
  all: string
  /** Each choice's value, and what it is called. */
  options: readonly (readonly [value: string, words: string])[]
  /** '' for all. */
  onChoose: (value: string) => void
}

/** What a list is narrowed to, out of a few. */
export function FilterSelect({ id, label, value = '', all, options, onChoose }: Props) {
  return (
    <Select id={id} label={label} value={value} onChange={(change) => onChoose(change.currentTarget.value)}>
      <option value="">{all}</option>
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </Select>
  )
}
