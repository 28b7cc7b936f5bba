import { useEffect, useRef, type MouseEvent } from 'react'
import type { FormErrorState } from './use-form.ts'

/** Lists validation errors as links to their fields. Receives focus with every submit. */
export function FormErrors({
  formErrors,
  idOf,
}: {
  formErrors: FormErrorState
  idOf: (name: string) => string
}) {
  const { attempt, errors, message } = formErrors
  const box = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (!message && entries.length === 0) return null
  return (
    <div className="notice" data-tone="danger" ref={box} tabIndex={-1} role="alert">
      <p className="notice-title">{message ?? 'Please check these fields'}</p>
      {entries.length > 0 && (
        <ul className="error-list">
          {entries.map(([name, each]) => (
            <li key={name}>
              <a href={`#${idOf(name)}`} onClick={(event) => focusField(event, idOf(name))}>
                {each}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function focusField(event: MouseEvent, id: string): void {
  const control = document.getElementById(id)
  if (!control) return
  event.preventDefault()
  control.focus()
}
