import { useState, type InputHTMLAttributes } from 'react'
import { Field } from './Field.tsx'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
}

export function PasswordField(props: Props) {
  const [isShown, show] = useState(false)
  return (
    <div className="password-field">
      <Field
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="password-toggle"
        aria-label={`Show ${props.label.toLowerCase()}`}
        aria-pressed={isShown}
        onClick={() => show(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
