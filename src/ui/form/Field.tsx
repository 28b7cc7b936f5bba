import type { InputHTMLAttributes } from 'react'
import { controlAttributes, FieldFrame, type FieldControl } from './FieldFrame.tsx'

export function Field({
  id,
  label,
  hint,
  error,
  ...input
}: FieldControl<InputHTMLAttributes<HTMLInputElement>>) {
  const texts = { id, label, hint, error }
  return (
    <FieldFrame texts={texts}>
      <input type="text" className="input" {...input} {...controlAttributes(texts)} />
    </FieldFrame>
  )
}
