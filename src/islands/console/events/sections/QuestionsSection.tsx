import { useEffect } from 'react'
import { newUuid } from '#browser/platform/uuid.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $event, editEventFields } from '#stores/console/events/event.ts'
import { $ticketBoard, loadTicketBoard } from '#stores/console/events/ticket-types.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { FormSection } from './FormSection.tsx'
import { QuestionCard } from './QuestionCard.tsx'
import { eventFieldId, useFocusField } from '#islands/console/events/use-event-field.ts'

const MAX_QUESTIONS = 20

export function QuestionsSection({ fields }: { fields: EventFields }) {
  const { questions } = fields
  const types = useTicketTypes(questions.length > 0)
  const write = (next: EventFields['questions']): void => editEventFields({ questions: next })
  const focusField = useFocusField()
  const add = (): void => {
    write([
      ...questions,
      { id: newUuid().slice(0, 8), scope: 'order', label: '', kind: 'text', choices: [], required: false },
    ])
    focusField(`questions.${questions.length}.label`)
  }
  const move = (from: number, to: number): void => {
    const moved = questions.filter((_, index) => index !== from)
    write(moved.toSpliced(to, 0, ...questions.slice(from, from + 1)))
  }
  return (
    <FormSection title="Attendee names and questions">
      <Select
        id={eventFieldId('attendeeNames')}
        label="Names on tickets"
        value={fields.attendeeNames}
        onChange={({ target }) => {
          const value = NAMES.find(([name]) => name === target.value)?.[0]
          if (value) editEventFields({ attendeeNames: value })
        }}
      >
        {NAMES.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      {questions.length > 0 && (
        <ol className="questions">
          {questions.map((question, index) => (
            <li key={question.id}>
              <QuestionCard
                question={question}
                types={types}
                index={index}
                count={questions.length}
                onChange={(changed) => write(questions.with(index, changed))}
                onMove={(by) => move(index, index + by)}
                onRemove={() => write(questions.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ol>
      )}
      {questions.length < MAX_QUESTIONS && (
        <div>
          <Button variant="quiet" onClick={add}>
            Add a question
          </Button>
        </div>
      )}
    </FormSection>
  )
}

/** Loads the event's ticket types if a question needs them. */
function useTicketTypes(isNeeded: boolean) {
  const eventId = useStore($event, LOADING).data?.id
  const { data: board } = useStore($ticketBoard, LOADING)
  useEffect(() => {
    if (eventId && isNeeded) void loadTicketBoard(eventId)
  }, [eventId, isNeeded])
  return board && board.event.id === eventId ? board.ticketTypes : []
}

const NAMES: readonly (readonly [EventFields['attendeeNames'], string])[] = [
  ['none', 'One name for the whole order'],
  ['optional', 'A name for each ticket (optional)'],
  ['required', 'A name for each ticket (required)'],
]
