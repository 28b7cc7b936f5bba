import { Field } from '#ui/form/Field.tsx'

interface Days {
  from?: string
  to?: string
}

export function DayFields({
  id,
  days,
  onChange,
}: {
  id: string
  days: Days
  onChange: (change: Days) => void
}) {
  return (
    <>
      <Field
        id={`${id}-from`}
        label="From"
        type="date"
        value={days.from ?? ''}
        onChange={(change) => onChange({ from: change.currentTarget.value })}
      />
      <Field
        id={`${id}-to`}
        label="To"
        type="date"
        value={days.to ?? ''}
        onChange={(change) => onChange({ to: change.currentTarget.value })}
      />
    </>
  )
}
