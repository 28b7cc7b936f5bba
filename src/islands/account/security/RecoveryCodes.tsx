import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { downloadText } from './download-text.ts'

/** Shows new recovery codes. They can't be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [isCopied, setCopied] = useState(false)
  const text = codes.join('\n')
  useEffect(() => box.current?.focus(), [])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="notice account-codes" data-tone="success" ref={box} tabIndex={-1}>
      <p className="notice-title">Save your recovery codes</p>
      <p>Each code works once if you lose your phone. We won’t show them again.</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className="notice-actions">
        <Button onClick={onDone}>I’ve saved them</Button>
        {/* Pages without HTTPS have no clipboard. */}
        {'clipboard' in navigator && (
          <Button variant="quiet" onClick={() => void copy()}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        )}
        <Button variant="quiet" onClick={() => downloadText('recovery-codes.txt', text)}>
          Download
        </Button>
      </div>
    </div>
  )
}
