import { $chosenPromoterId } from '#browser/account/staff-session.ts'
import { call } from '#browser/platform/api.ts'
import type { AuditEntry } from '#contracts/console/audit.ts'
import {
  addPromoterNote,
  approvePromoter,
  getManagedPromoter,
  listPromoterAuditLog,
  reinstatePromoter,
  rejectPromoter,
  startSupport,
  suspendPromoter,
  type ManagedPromoter,
} from '#contracts/operator/promoters.ts'
import type { StatusChange } from '#model/people/promoter-status.ts'
import type { Result } from '#model/platform/result.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResourceOf, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const managedPromoter = createResourceOf(
  async (id: string) =>
    mapData(await call(getManagedPromoter, { params: { id } }), ({ promoter }) => promoter),
  (id) => id,
)

export const promoterLog = createList<AuditEntry, { id: string }>(async ({ id, ...query }) =>
  toListPage(await call(listPromoterAuditLog, { params: { id }, query }), ({ entries }) => entries),
)

type Changed = Result<{ promoter: ManagedPromoter }>

const MOVES: Readonly<Record<StatusChange, (id: string, text: string) => Promise<Changed>>> = {
  approve: (id, message) => call(approvePromoter, { params: { id }, body: { message } }),
  reject: (id, reason) => call(rejectPromoter, { params: { id }, body: { reason } }),
  suspend: (id, reason) => call(suspendPromoter, { params: { id }, body: { reason } }),
  reinstate: (id, message) => call(reinstatePromoter, { params: { id }, body: { message } }),
}

/** Changes the status of a promoter. `text`: reason for the change, or message to the owners. */
export const changePromoterStatus = (id: string, change: StatusChange, text: string): Promise<Changed> =>
  MOVES[change](id, text)

/** Shows the promoter after a change, and reloads its audit log. */
export function updateShownPromoter({ promoter }: { promoter: ManagedPromoter }): void {
  managedPromoter.adopt(promoter)
  void promoterLog.load({ id: promoter.id })
}

export const addNoteToPromoter = (id: string, text: string): Promise<Changed> =>
  call(addPromoterNote, { params: { id }, body: { text } })

/** Lets the operator act for the promoter, and opens the promoter's console. */
export const startActingForPromoter = (id: string, reason: string) =>
  onSuccess(call(startSupport, { params: { id }, body: { reason } }), () => $chosenPromoterId.set(id))
