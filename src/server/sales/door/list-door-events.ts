import type { listDoorEvents as contract } from '#contracts/portal/door.ts'
import { succeed } from '#model/platform/result.ts'
import type { DoorCall, UseCase } from '#server/use-case.ts'
import { listDoorEventRows } from './door-event-rows.ts'
import { doorAccessCutoff, doorAccessOf } from './door-access.ts'

export const listDoorEvents: UseCase<typeof contract, DoorCall> = async (context, { door }) => {
  const rows = await listDoorEventRows(context.db, {
    ...doorAccessOf(door),
    endedAfter: doorAccessCutoff(context),
  })
  return succeed({
    events: rows.map(({ startsAt, endsAt, ...row }) => ({
      ...row,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
  })
}
