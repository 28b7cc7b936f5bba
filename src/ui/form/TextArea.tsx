import type { TextareaHTMLAttributes } from 'react'
import { controlAttributes, FieldFrame, type FieldControl } from './FieldFrame.tsx'

export function TextArea({
  id,
  label,
  hint,
  error,
  ...area
}: FieldControl<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const texts = { id, label, hint, error }
  return (
    <FieldFrame texts={texts}>
      <textarea className="input" rows={3} {...area} {...controlAttributes(texts)} />
    </FieldFrame>
  )
}
