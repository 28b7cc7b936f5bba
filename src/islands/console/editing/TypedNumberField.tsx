import { useState, type ComponentProps } from 'react'
import type { TypedNumber } from '#model/platform/typed-numbers.ts'
import { Field } from '#ui/form/Field.tsx'

interface Props extends Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> {
  /** NaN while the input isn't a number. */
  value: number
  read: (text: string) => TypedNumber
  onChange: (value: number) => void
}

/** Number field. Keeps the entered text as long as it represents the value; shows the value if it was changed elsewhere. */
export function TypedNumberField({ value, read, onChange, error, ...field }: Props) {
  const [typed, type] = useState('')
  const parsed = read(typed)
  const isTyped = Object.is('value' in parsed ? parsed.value : Number.NaN, value)
  return (
    <Field
      {...field}
      error={Number.isNaN(value) && 'problemMessage' in parsed ? parsed.problemMessage : error}
      value={isTyped ? typed : String(value)}
      onChange={({ target }) => {
        const next = read(target.value)
        type(target.value)
        onChange('value' in next ? next.value : Number.NaN)
      }}
      autoComplete="off"
      required
    />
  )
}
