import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'

interface Told {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** What a control needs to be told apart: its label, hint and error belong to it for a screen reader, too. */
const described = ({ id, hint, error }: Told) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

function Frame({ told, children }: { told: Told; children: ReactNode }) {
  return (
    <div className="field" data-invalid={told.error ? true : undefined}>
      <label htmlFor={told.id}>{told.label}</label>
      {children}
      <Notes {...told} />
    </div>
  )
}

function Notes({ id, hint, error }: Told) {
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

type Control<Attributes> = Told & Omit<Attributes, 'id'>

export function Field({ id, label, hint, error, ...input }: Control<InputHTMLAttributes<HTMLInputElement>>) {
  const told = { id, label, hint, error }
  return (
    <Frame told={told}>
      <input type="text" className="input" {...input} {...described(told)} />
    </Frame>
  )
}

export function TextArea({
  id,
  label,
  hint,
  error,
  ...area
}: Control<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const told = { id, label, hint, error }
  return (
    <Frame told={told}>
      <textarea className="input" rows={3} {...area} {...described(told)} />
    </Frame>
  )
}

export function Select({
  id,
  label,
  hint,
  error,
  ...select
}: Control<SelectHTMLAttributes<HTMLSelectElement>>) {
  const told = { id, label, hint, error }
  return (
    <Frame told={told}>
      <select className="input" {...select} {...described(told)} />
    </Frame>
  )
}

export function Checkbox({
  id,
  label,
  hint,
  error,
  ...input
}: Control<InputHTMLAttributes<HTMLInputElement>>) {
  const told = { id, label, hint, error }
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label className="choice" htmlFor={id}>
        <input type="checkbox" {...input} {...described(told)} />
        <span>{label}</span>
      </label>
      <Notes {...told} />
    </div>
  )
}
