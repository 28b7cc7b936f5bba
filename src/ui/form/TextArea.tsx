import type { TextareaHTMLAttributes } from 'react'
import { described, FieldFrame, type Control } from './FieldFrame.tsx'

export function TextArea({
  id,
  label,
  hint,
  error,
  ...area
}: Control<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const told = { id, label, hint, error }
  return (
    <FieldFrame told={told}>
      <textarea className="input" rows={3} {...area} {...described(told)} />
    </FieldFrame>
  )
}
