import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'

/** A field that two people have made different, in words. */
export interface Difference {
  field: string
  mine: string
  theirs: string
}

interface Props {
  differences: readonly Difference[]
  onChoose: (choice: 'mine' | 'theirs') => void
}

/** What to do when somebody else was faster: nothing has been overwritten, and whoever is here decides. Takes focus. */
export function BothVersions({ differences, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="notice both-versions" data-tone="warning" role="alert" ref={box} tabIndex={-1}>
      <p className="notice-title">Somebody else has changed this since you opened it</p>
      <p>Nothing was overwritten. Compare, and choose.</p>
      <dl>
        {differences.map(({ field, mine, theirs }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              <span className="both-versions-whose">Yours</span>
              <span dir="auto">{mine || 'Nothing'}</span>
            </dd>
            <dd>
              <span className="both-versions-whose">Theirs</span>
              <span dir="auto">{theirs || 'Nothing'}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="notice-actions">
        <Button look="quiet" onClick={() => onChoose('mine')}>
          Keep mine
        </Button>
        <Button look="quiet" onClick={() => onChoose('theirs')}>
          Take theirs
        </Button>
      </div>
    </div>
  )
}
