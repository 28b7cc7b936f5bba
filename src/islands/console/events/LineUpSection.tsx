import { useEffect, useState } from 'react'
import { newUuid } from '#browser/uuid.ts'
import type { EventFields } from '#model/event-drafts.ts'
import { countDays, MOST_ACTS } from '#model/line-up.ts'
import { writeFields } from '#stores/console/event.ts'
import { Button } from '#ui/Button.tsx'
import { ActCard } from './ActCard.tsx'
import { actDayWords } from './event-words.ts'
import { FormSection } from './FormSection.tsx'
import { eventFieldId } from './use-event-field.ts'

/** Who performs, in the order that visitors see. */
export function LineUpSection({ fields }: { fields: EventFields }) {
  const { lineUp, startsAt } = fields
  const acts = useActs(lineUp)
  const days = Array.from({ length: countDays(fields) }, (_, day) => actDayWords(startsAt, day))
  return (
    <FormSection title="Line-up">
      {lineUp.length > 0 && (
        <ol className="acts">
          {lineUp.map((act, index) => (
            <li key={acts.keys[index]}>
              <ActCard
                act={act}
                days={days}
                index={index}
                count={lineUp.length}
                onChange={(changed) => writeFields({ lineUp: lineUp.with(index, changed) })}
                onMove={(by) => acts.move(index, index + by)}
                onRemove={() => acts.remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      {lineUp.length < MOST_ACTS && (
        <div>
          <Button look="quiet" onClick={acts.add}>
            Add an act
          </Button>
        </div>
      )}
    </FormSection>
  )
}

/** Adds, moves and removes. Each act has a key of its own, so that the focus goes where the act goes. */
function useActs(lineUp: EventFields['lineUp']) {
  const [known, setKnown] = useState<string[]>([])
  const [added, setAdded] = useState<number>()
  const keys = lineUp.map((_, index) => known[index] ?? `act-${index}`)
  useEffect(() => {
    if (added !== undefined) document.getElementById(eventFieldId(`lineUp.${added}.name`))?.focus()
  }, [added])
  const write = (acts: EventFields['lineUp'], order: string[]): void => {
    setKnown(order)
    writeFields({ lineUp: acts })
  }
  return {
    keys,
    add: () => {
      write(
        [...lineUp, { name: '', day: lineUp.at(-1)?.day ?? 0, time: null, link: '' }],
        [...keys, newUuid()],
      )
      setAdded(lineUp.length)
    },
    move: (from: number, to: number) => write(moved(lineUp, from, to), moved(keys, from, to)),
    remove: (index: number) => write(lineUp.toSpliced(index, 1), keys.toSpliced(index, 1)),
  }
}

const moved = <Item,>(list: readonly Item[], from: number, to: number): Item[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
