import type { ReactNode } from 'react'

/** A labelled value in a description list. */
export function LabelledValue({ name, value, hint }: { name: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>
        <span className="figure-value">{value}</span>
        {hint && <span className="figure-hint">{hint}</span>}
      </dd>
    </div>
  )
}
