import { useEffect, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

interface Props {
  id: string
  name: string
  error?: string | undefined
}

/** Field for a code from an authenticator app or a recovery code, which contains letters. Receives focus when it appears. */
export function CodeField(bound: Props) {
  const [isRecovery, setRecovery] = useState(false)
  useEffect(() => document.getElementById(bound.id)?.focus(), [bound.id, isRecovery])
  return (
    <>
      <Field
        {...bound}
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code from your authenticator app'}
        hint={isRecovery ? 'Enter one of your saved codes. Each works once.' : 'The current 6-digit code.'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
      />
      <Button variant="link" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
      </Button>
    </>
  )
}
