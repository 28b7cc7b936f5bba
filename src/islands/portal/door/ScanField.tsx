import { useEffect, useRef } from 'react'

interface Props {
  isActive: boolean
  isExit: boolean
  onCode: (text: string) => void
}

const MAX_CODE_LENGTH = 300

/**
 * Field for typed codes. Only receives focus on devices where that doesn't open an on-screen keyboard. Hand-held scanners work without
 * focus.
 */
export function ScanField({ isActive, isExit, onCode }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isActive && window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [isActive])
  return (
    <form
      className="door-scan"
      onSubmit={(event) => {
        event.preventDefault()
        const text = field.current?.value.trim()
        if (!field.current || !text) return
        field.current.value = ''
        onCode(text)
      }}
    >
      <label htmlFor="code">Ticket code</label>
      <div className="door-scan-row">
        <input
          ref={field}
          id="code"
          className="input"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_CODE_LENGTH}
        />
        <button type="submit" className="door-button is-strong">
          {isExit ? 'Record exit' : 'Check'}
        </button>
      </div>
    </form>
  )
}
