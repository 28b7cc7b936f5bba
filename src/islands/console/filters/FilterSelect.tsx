import { Select } from '#ui/form/Select.tsx'

interface Props {
  id: string
  label: string
  /** Selected option; undefined if nothing is selected. */
  value: string | undefined
  /** Label of the option that removes the filter. */
  all: string
  options: readonly (readonly [value: string, label: string])[]
  /** Called when the filter changes. `value` is '' if the filter is removed. */
  onChoose: (value: string) => void
}

export function FilterSelect({ id, label, value = '', all, options, onChoose }: Props) {
  return (
    <Select id={id} label={label} value={value} onChange={(change) => onChoose(change.currentTarget.value)}>
      <option value="">{all}</option>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </Select>
  )
}
