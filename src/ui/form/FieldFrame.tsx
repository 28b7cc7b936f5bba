import type { ReactNode } from 'react'

interface FieldTexts {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Attributes that connect a control with its label, hint and error. */
export const controlAttributes = ({ id, hint, error }: FieldTexts) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

export function FieldFrame({ texts, children }: { texts: FieldTexts; children: ReactNode }) {
  return (
    <div className="field" data-invalid={texts.error ? true : undefined}>
      <label htmlFor={texts.id}>{texts.label}</label>
      {children}
      <FieldNotes {...texts} />
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

/** Props of a native control plus label, hint and error. */
export type FieldControl<Attributes> = FieldTexts & Omit<Attributes, 'id'>
