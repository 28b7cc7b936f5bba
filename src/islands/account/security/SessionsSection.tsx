import { useState } from 'react'
import type { SessionSummary } from '#contracts/account/sessions.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $sessions, endEverySession, endSession, loadSessions } from '#stores/account/security.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

export function SessionsSection() {
  const { data, error } = useStore($sessions, LOADING)
  const [refusal, refuse] = useState('')
  const [ending, setEnding] = useState('')
  const end = async (which: string, ask: () => Promise<Result<unknown>>): Promise<void> => {
    setEnding(which)
    refuse('')
    const answer = await ask()
    setEnding('')
    if (!answer.success) refuse(answer.error.message)
  }
  return (
    <section className="account-section" aria-labelledby="sessions">
      <h2 id="sessions">Where you’re signed in</h2>
      {error && <LoadFailed what="Your sessions" why={error} onRetry={() => void loadSessions()} />}
      {!data && !error && <Skeleton size="item" />}
      {data && (
        <ul className="account-list">
          {data.map((session) => (
            <Session
              key={session.id}
              session={session}
              isEnding={ending === session.id}
              onEnd={() => void end(session.id, () => endSession(session.id))}
            />
          ))}
        </ul>
      )}
      <p className="field-error" aria-live="polite">
        {refusal}
      </p>
      <div className="form-actions">
        <Button variant="quiet" busy={ending === 'all'} onClick={() => void end('all', endEverySession)}>
          Sign out everywhere
        </Button>
      </div>
    </section>
  )
}

function Session({
  session,
  isEnding,
  onEnd,
}: {
  session: SessionSummary
  isEnding: boolean
  onEnd: () => void
}) {
  return (
    <li>
      <div>
        <p className="account-list-name">
          {session.device} {session.isCurrent && <span className="badge">This browser</span>}
        </p>
        <p className="field-hint">
          On {session.host}, last used {formatDateTime(session.lastUsedAt)}
        </p>
      </div>
      {!session.isCurrent && (
        <Button variant="quiet" busy={isEnding} aria-label={`Sign out ${session.device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
