import type { ReactNode } from 'react'

interface FieldTexts {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Attributes that connect a control with its label, hint and error. */
export const described = ({ id, hint, error }: FieldTexts) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

export function FieldFrame({ told, children }: { told: FieldTexts; children: ReactNode }) {
  return (
    <div className="field" data-invalid={told.error ? true : undefined}>
      <label htmlFor={told.id}>{told.label}</label>
      {children}
      <FieldNotes {...told} />
    </div>
  )
}

export function FieldNotes({ id, hint, error }: FieldTexts) {
  return (
    <>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  )
}

/** Props of a native control with label, hint and error. */
export type Control<Attributes> = FieldTexts & Omit<Attributes, 'id'>
