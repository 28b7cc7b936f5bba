import { useState } from 'react'
import type { StoredPairing } from '#browser/portal/door/stored-pairing.ts'
import { removePairing } from '#stores/portal/door/door-caller.ts'
import { Button } from '#ui/Button.tsx'

/** Shows the name under which this browser is paired. */
export function PairedDeviceNotice({ pairing }: { pairing: StoredPairing }) {
  const [isAsked, ask] = useState(false)
  return (
    <section className="door-device" aria-labelledby="paired-title">
      <h2 id="paired-title">This device</h2>
      <p>
        Paired as <strong dir="auto">{pairing.name}</strong>, without an account.
      </p>
      {isAsked ? (
        <>
          <p role="alert">
            The device then needs a new code to check tickets. Scans and sales that weren’t sent can’t be sent
            without it.
          </p>
          <div className="door-actions">
            <Button onClick={() => void removePairing()}>Remove pairing</Button>
            <Button variant="quiet" onClick={() => ask(false)}>
              Keep it
            </Button>
          </div>
        </>
      ) : (
        <Button variant="quiet" onClick={() => ask(true)}>
          Remove pairing…
        </Button>
      )}
    </section>
  )
}
