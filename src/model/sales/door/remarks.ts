/** A named list of ticket types, such as "VIP", with a note on what to do for their holders. */
export interface DoorList {
  name: string
  note: string
  ticketTypeIds: readonly string[]
}

export interface Remarks {
  lists: string[]
  notes: string[]
}

/** Returns the remarks about a ticket. `note` is the ticket's own note, which comes first. */
export function listRemarks({
  lists,
  note,
  ticketTypeId,
}: {
  lists: readonly DoorList[]
  note: string | undefined
  ticketTypeId: string
}): Remarks {
  const own = lists.filter(({ ticketTypeIds }) => ticketTypeIds.includes(ticketTypeId))
  return {
    lists: own.map(({ name }) => name),
    notes: [note ?? '', ...own.map((list) => list.note)].filter(Boolean),
  }
}
