import { useEffect } from 'react'
import { guardLeaving } from '#browser/console/guard-leaving.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { LetterView } from '#contracts/console/letters.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { LoadFailed } from '#islands/platform/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $isWritten, $letter, openLetter } from '#stores/console/letters/letter.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { LetterActions } from './LetterActions.tsx'
import { LetterFields } from './LetterFields.tsx'
import { LetterPreview } from './LetterPreview.tsx'

const WAITING = <AccountSkeleton words="Loading the email…" blocks={2} />

/** The page `/promoter/e-mails/{key}`. */
export function LetterConsole({ letterKey }: { letterKey: string }) {
  return (
    <ConsoleGate skeleton={WAITING}>
      {(promoter) => <Letter letterKey={letterKey} promoterId={promoter.id} />}
    </ConsoleGate>
  )
}

function Letter({ letterKey, promoterId }: { letterKey: string; promoterId: string }) {
  const { data, error } = useStore($letter, LOADING)
  const isWritten = useStore($isWritten, false)
  useEffect(() => void openLetter(letterKey), [letterKey])
  useEffect(() => (isWritten ? guardLeaving() : undefined), [isWritten])
  if (error) return <LoadFailed what="The email" why={error} onRetry={() => void openLetter(letterKey)} />
  return data ? <Editor letter={data} promoterId={promoterId} /> : WAITING
}

function Editor({ letter, promoterId }: { letter: LetterView; promoterId: string }) {
  return (
    <div className="letter">
      <p className="letter-back">
        <a href={consoleUrls.letters()}>Emails</a>
      </p>
      <div className="letter-head">
        <h1>{letter.name}</h1>
        <span className="badge" data-tone={letter.isOwn ? 'success' : undefined}>
          {letter.isOwn ? 'Your text' : 'Foyer’s text'}
        </span>
      </div>
      <p className="field-hint">{letter.when}</p>
      <div className="branding-columns">
        <div className="branding-fields">
          <LetterFields letter={letter} />
        </div>
        <LetterPreview letterKey={letter.key} promoterId={promoterId} />
      </div>
      <LetterActions letter={letter} />
    </div>
  )
}
