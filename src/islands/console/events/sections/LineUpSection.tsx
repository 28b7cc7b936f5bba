import type { EventFields } from '#model/catalog/event-drafts.ts'
import { MAX_ACTS } from '#model/catalog/line-up/acts.ts'
import { countEventDays } from '#model/catalog/line-up/line-up.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Button } from '#ui/Button.tsx'
import { ActCard } from './ActCard.tsx'
import { formatActDay } from '#islands/console/events/format-event.ts'
import { FormSection } from './FormSection.tsx'
import { useFocusField } from '#islands/console/events/use-event-field.ts'
import { useKeyedList } from './use-keyed-list.ts'

export function LineUpSection({ fields }: { fields: EventFields }) {
  const { lineUp, startsAt } = fields
  const acts = useActs(lineUp)
  const days = Array.from({ length: countEventDays(fields) }, (_, day) => formatActDay(startsAt, day))
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
                onChange={(changed) => editEventFields({ lineUp: lineUp.with(index, changed) })}
                onMove={(by) => acts.move(index, index + by)}
                onRemove={() => acts.remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      {lineUp.length < MAX_ACTS && (
        <div>
          <Button variant="quiet" onClick={acts.add}>
            Add an act
          </Button>
        </div>
      )}
    </FormSection>
  )
}

/** The line-up as a list. Adding an act focuses the field for its name. */
function useActs(lineUp: EventFields['lineUp']) {
  const acts = useKeyedList(lineUp, (changed) => editEventFields({ lineUp: changed }))
  const focusField = useFocusField()
  const add = (): void => {
    acts.add({ name: '', day: lineUp.at(-1)?.day ?? 0, time: null, link: '' })
    focusField(`lineUp.${lineUp.length}.name`)
  }
  return { ...acts, add }
}
