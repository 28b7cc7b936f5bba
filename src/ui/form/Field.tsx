import type { InputHTMLAttributes } from 'react'
import { described, FieldFrame, type Control } from './FieldFrame.tsx'

export function Field({ id, label, hint, error, ...input }: Control<InputHTMLAttributes<HTMLInputElement>>) {
  const told = { id, label, hint, error }
  return (
    <FieldFrame told={told}>
      <input type="text" className="input" {...input} {...described(told)} />
    </FieldFrame>
  )
}
