import type { SelectHTMLAttributes } from 'react'
import { described, FieldFrame, type Control } from './FieldFrame.tsx'

export function Select({
  id,
  label,
  hint,
  error,
  ...select
}: Control<SelectHTMLAttributes<HTMLSelectElement>>) {
  const told = { id, label, hint, error }
  return (
    <FieldFrame told={told}>
      <select className="input" {...select} {...described(told)} />
    </FieldFrame>
  )
}
