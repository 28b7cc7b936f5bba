import { useState, type InputHTMLAttributes } from 'react'
import { suggestEmail } from '#model/people/email-typos.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from './Field.tsx'
import type { Control } from './FieldFrame.tsx'

/** Email field. If the domain looks mistyped, offers a correction in place of the hint. */
export function EmailField(props: Control<InputHTMLAttributes<HTMLInputElement>>) {
  const { id, hint, value, defaultValue = '', onChange } = props
  const [typed, setTyped] = useState(String(defaultValue))
  const [isFocused, setFocused] = useState(false)
  const email = String(value ?? typed)
  const suggested = suggestEmail(email)
  // `gmail.co` may become `gmail.com`.
  const isOffered = suggested !== undefined && !(isFocused && suggested.startsWith(email))
  const offer = isOffered && (
    <Button variant="link" onClick={() => typeInto(id, suggested)}>
      Did you mean {suggested}?
    </Button>
  )
  return (
    <Field
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      hint={offer || hint}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange?.(event)
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  )
}

/** Replaces the text as if the user had typed it, and focuses the field. */
function typeInto(id: string, text: string): void {
  const input = document.getElementById(id)
  if (!(input instanceof HTMLInputElement)) return
  // React ignores values set through its own property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
