import { useEffect, useState } from 'react'
import { copyText } from '#browser/platform/copy-text.ts'
import { Button } from '#ui/Button.tsx'

const SHOWN_MS = 2500

/** `what` completes the label for screen readers, for example 'name of the TXT record'. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, say] = useState('')
  useEffect(() => {
    if (!said) return undefined
    const timer = setTimeout(() => say(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async (): Promise<void> =>
    say((await copyText(text)) ? 'Copied' : 'Couldn’t copy. Select the text and copy it')
  return (
    <span className="copy">
      <Button variant="link" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {said || 'Copy'}
      </Button>
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </span>
  )
}
