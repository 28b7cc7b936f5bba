import type { InputHTMLAttributes } from 'react'
import { controlAttributes, FieldNotes, type FieldControl } from './FieldFrame.tsx'

export function Checkbox({
  id,
  label,
  hint,
  error,
  ...input
}: FieldControl<InputHTMLAttributes<HTMLInputElement>>) {
  const texts = { id, label, hint, error }
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label className="choice" htmlFor={id}>
        <input type="checkbox" {...input} {...controlAttributes(texts)} />
        <span>{label}</span>
      </label>
      <FieldNotes {...texts} />
    </div>
  )
}
