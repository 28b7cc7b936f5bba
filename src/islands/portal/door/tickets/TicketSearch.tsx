import { useState } from 'react'
import { Field } from '#ui/form/Field.tsx'
import type { Entrance } from '#stores/portal/door/check-code.ts'
import type { Door } from '#stores/portal/door/open-door.ts'
import { MAX_SEARCH_RESULTS, MIN_SEARCH_LENGTH } from '#stores/portal/door/ticket-search.ts'
import { admitTicket } from '#stores/portal/door/verdicts-shown.ts'
import { TicketList } from './TicketList.tsx'

/** Finds the tickets of people who don't have their ticket with them. */
export function TicketSearch({ door, at }: { door: Door; at: Entrance }) {
  const [text, setText] = useState('')
  const found = door.search(text)
  const isTooShort = text.trim().length < MIN_SEARCH_LENGTH
  return (
    <search className="door-search">
      <Field
        id="search"
        label="Search"
        hint="At least 3 letters of a name, a code or an order number."
        value={text}
        autoComplete="off"
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
      />
      <output className="visually-hidden">{!isTooShort && `${found.length} found`}</output>
      {!isTooShort && found.length === 0 && <p>No tickets match.</p>}
      {found.length === MAX_SEARCH_RESULTS && <p>There may be more matches. Type more letters.</p>}
      <TicketList
        door={door}
        at={at}
        tickets={found}
        onAdmit={(ticketId) => {
          setText('')
          void admitTicket(door, ticketId, at)
        }}
      />
    </search>
  )
}
