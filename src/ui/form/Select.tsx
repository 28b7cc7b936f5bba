import type { SelectHTMLAttributes } from 'react'
import { controlAttributes, FieldFrame, type Control } from './FieldFrame.tsx'

export function Select({
  id,
  label,
  hint,
  error,
  ...select
}: Control<SelectHTMLAttributes<HTMLSelectElement>>) {
  const texts = { id, label, hint, error }
  return (
    <FieldFrame texts={texts}>
      <select className="input" {...select} {...controlAttributes(texts)} />
    </FieldFrame>
  )
}
