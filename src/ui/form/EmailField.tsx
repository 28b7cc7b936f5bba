import { useState, useSyncExternalStore, type InputHTMLAttributes } from 'react'
import { suggestEmail } from '#model/people/email-typos.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from './Field.tsx'
import type { FieldControl } from './FieldFrame.tsx'

/** Email field. If the domain seems misspelled, offers a correction instead of the hint. */
export function EmailField(props: FieldControl<InputHTMLAttributes<HTMLInputElement>>) {
  const { id, hint, value, defaultValue = '' } = props
  const typed = useTyped(id, String(defaultValue))
  const [isFocused, setFocused] = useState(false)
  const email = String(value ?? typed)
  const suggested = suggestEmail(email)
  // While the user types, `gmail.co` may still become `gmail.com`.
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
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  )
}

/** Returns the text of the input, even if it was entered before hydration. */
const useTyped = (id: string, initial: string): string =>
  useSyncExternalStore(
    onTyping,
    () => inputOf(id)?.value ?? initial,
    () => initial,
  )

function onTyping(notify: () => void): () => void {
  const typing = new AbortController()
  for (const kind of ['input', 'change']) document.addEventListener(kind, notify, { signal: typing.signal })
  return () => typing.abort()
}

/** Replaces the text as if the user had typed it, and focuses the field. */
function typeInto(id: string, text: string): void {
  const input = inputOf(id)
  if (!input) return
  // React replaces the element's `value` property and ignores changes made through it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}

function inputOf(id: string): HTMLInputElement | undefined {
  const input = document.getElementById(id)
  return input instanceof HTMLInputElement ? input : undefined
}
