import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Difference } from './differences.ts'

interface Props {
  /** Element id, so that links can lead to this box. */
  id?: string
  differences: readonly Difference[]
  /** Inside a form, choosing “mine” also submits the form. */
  onChoose: (choice: 'mine' | 'theirs') => void
}

/** Both versions in an edit conflict, one of which the user chooses. Receives focus, unless the user is typing in a field. */
export function BothVersions({ id, differences, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea, select')) box.current?.focus()
  }, [])
  return (
    <div className="both-versions" id={id} ref={box} tabIndex={-1}>
      <Notice tone="warning" title="Someone else has changed this" urgent>
        <p>
          Nothing was overwritten.{' '}
          {differences.length > 0 ? 'Compare the versions and choose one.' : NOTHING_DIFFERS}
        </p>
        <dl>
          {differences.map(({ field, mine, theirs }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <span className="both-versions-author">Yours</span>
                <span dir="auto">{cut(mine) || 'Nothing'}</span>
              </dd>
              <dd>
                <span className="both-versions-author">Theirs</span>
                <span dir="auto">{cut(theirs) || 'Nothing'}</span>
              </dd>
            </div>
          ))}
        </dl>
        <div className="notice-actions">
          <Button
            variant="quiet"
            onClick={({ currentTarget: { form } }) => {
              onChoose('mine')
              // Submits the form here, because the button is removed before it could submit.
              form?.requestSubmit()
            }}
          >
            Keep mine
          </Button>
          <Button variant="quiet" onClick={() => onChoose('theirs')}>
            Use theirs
          </Button>
        </div>
      </Notice>
    </div>
  )
}

const NOTHING_DIFFERS =
  'These fields are the same in both versions. To see their other changes, choose “Use theirs”.'

const MAX_LENGTH = 400
const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)
