import type { CheckInTicket, RecordedScan } from '#contracts/console/door/check-ins.ts'
import { listRemarks, type DoorList } from '#model/sales/door/remarks.ts'
import type { CheckedTicketRow, ScanRow } from './check-in-rows.ts'

export const viewRecordedScan = ({ at, ...row }: ScanRow): RecordedScan => ({
  deviceId: row.deviceId,
  seq: row.seq,
  kind: row.kind,
  at: at.toISOString(),
  device: row.device,
  gateId: row.gateId,
  gate: row.gate,
  isOverride: row.isOverride,
  reason: row.reason,
})

export const viewCheckedTicket = (row: CheckedTicketRow, lists: readonly DoorList[]): CheckInTicket => ({
  ticketId: row.id,
  code: row.code,
  ticketTypeId: row.ticketTypeId,
  ticketName: row.ticketName,
  holder: row.holder,
  orderNumber: row.orderNumber,
  state: row.state,
  ...listRemarks({ lists, note: row.note, ticketTypeId: row.ticketTypeId }),
})
