import type { SelectHTMLAttributes } from 'react'
import { controlAttributes, FieldFrame, type FieldControl } from './FieldFrame.tsx'

export function Select({
  id,
  label,
  hint,
  error,
  ...select
}: FieldControl<SelectHTMLAttributes<HTMLSelectElement>>) {
  const texts = { id, label, hint, error }
  return (
    <FieldFrame texts={texts}>
      <select className="input" {...select} {...controlAttributes(texts)} />
    </FieldFrame>
  )
}
