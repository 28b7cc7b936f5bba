import type { InputHTMLAttributes } from 'react'
import { controlAttributes, FieldFrame, type Control } from './FieldFrame.tsx'

export function Field({ id, label, hint, error, ...input }: Control<InputHTMLAttributes<HTMLInputElement>>) {
  const texts = { id, label, hint, error }
  return (
    <FieldFrame texts={texts}>
      <input type="text" className="input" {...input} {...controlAttributes(texts)} />
    </FieldFrame>
  )
}
