import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface AdmissionRow {
  ticketId: string
  /** Time of the latest entry that wasn't undone. */
  admittedAt: Date
}

export async function listAdmissions(db: Db, ticketIds: readonly string[]): Promise<AdmissionRow[]> {
  if (ticketIds.length === 0) return []
  return queryRows<AdmissionRow>(db)`
    select s.ticket_id as "ticketId", max(s.at) as "admittedAt" from scans s
    where s.ticket_id = any(${ticketIds}) and s.kind = 'entry' and not exists (
      select from scans u
      where u.event_id = s.event_id and u.ticket_id = s.ticket_id
        and u.undoes_device_id = s.device_id and u.undoes_seq = s.seq)
    group by s.ticket_id`
}
