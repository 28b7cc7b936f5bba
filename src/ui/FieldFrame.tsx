import type { ReactNode } from 'react'

interface Told {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** What a control needs to be told apart: its label, hint and error belong to it for a screen reader, too. */
export const described = ({ id, hint, error }: Told) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

export function FieldFrame({ told, children }: { told: Told; children: ReactNode }) {
  return (
    <div className="field" data-invalid={told.error ? true : undefined}>
      <label htmlFor={told.id}>{told.label}</label>
      {children}
      <FieldNotes {...told} />
    </div>
  )
}

export function FieldNotes({ id, hint, error }: Told) {
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

/** A control of the browser's own, with what tells it apart. */
export type Control<Attributes> = Told & Omit<Attributes, 'id'>
