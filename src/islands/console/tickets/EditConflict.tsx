import type { ManagedTicketType, TicketBoard, TicketTypeFields } from '#contracts/console/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { differences } from './ticket-words.ts'

interface Props {
  mine: TicketTypeFields
  theirs: ManagedTicketType
  board: TicketBoard
  onTake: () => void
}

/** Both versions of a ticket that two have changed; the form's own button keeps what is in it. */
export function EditConflict({ mine, theirs, board, onTake }: Props) {
  const found = differences(mine, theirs, board)
  return (
    <Notice tone="warning" title="Somebody else has changed this ticket meanwhile" urgent>
      <p>Nothing was overwritten. Keep what you have entered, or take theirs.</p>
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {found.map((each) => (
            <tr key={each.label}>
              <th scope="row">{each.label}</th>
              <td>{each.mine}</td>
              <td>{each.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="notice-actions">
        <Button look="quiet" onClick={onTake}>
          Take theirs
        </Button>
      </div>
    </Notice>
  )
}
