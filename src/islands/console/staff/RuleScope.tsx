import { useState } from 'react'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { staffOptions, members } from '#stores/console/staff/staff.ts'
import { Select } from '#ui/form/Select.tsx'

/** Returns the attributes that connect a field to `useForm`. */
export type BindField = (name: string) => { id: string; name: string; error: string | undefined }

export function RuleScope({ field }: { field: BindField }) {
  const { data: people } = useStore(members.$store, LOADING)
  const { data: offered } = useStore(staffOptions.$store, LOADING)
  const [eventId, choose] = useState('')
  const event = offered?.events.find(({ id }) => id === eventId)
  return (
    <>
      <Select {...field('memberId')} label="Member">
        <option value="">Everyone</option>
        {people?.members.map(({ accountId, name }) => (
          <option key={accountId} value={accountId}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        {...field('eventId')}
        label="Event"
        value={eventId}
        onChange={(change) => choose(change.currentTarget.value)}
      >
        <option value="">All events</option>
        {offered?.events.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      {event && (
        <Select key={event.id} {...field('ticketTypeId')} label="Ticket type">
          <option value="">All tickets</option>
          {event.ticketTypes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}
