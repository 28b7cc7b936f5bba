import type { AttendeeSelection } from '#contracts/console/orders/attendees.ts'
import type { Context } from '#server/context.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import type { AttendeeTicketRow } from './attendee-rows.ts'
import { findAttendees } from './find-attendees.ts'

const AT_ONCE = 1000

export async function* streamAttendees(
  context: Pick<Context, 'db' | 'clock'>,
  find: { promoterId: string; filter: AttendeeSelection },
): AsyncGenerator<AttendeeTicketRow[]> {
  let after: ListPosition | undefined
  do {
    const found = await findAttendees(context, { ...find, after, limit: AT_ONCE })
    yield found.tickets
    after = found.next
  } while (after)
}
