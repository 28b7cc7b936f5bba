import { atom } from 'nanostores'
import {
  createPool,
  createTicketType,
  deletePool,
  deleteTicketType,
  listTicketTypes,
  putPool,
  putTicketType,
  putTicketTypeOrder,
  type ManagedTicketType,
  type PoolFields,
  type TicketBoard,
  type TicketTypeFields,
} from '#contracts/console/ticket-types.ts'
import type { Result } from '#model/platform/result.ts'
import { callPromoter } from '#stores/console/own-promoters.ts'
import { createResourceOf } from '#stores/platform/resource.ts'

const board = createResourceOf<TicketBoard, string>(
  (eventId) => callPromoter(listTicketTypes, { params: { id: eventId } }),
  (eventId) => eventId,
)
export const { $store: $ticketBoard, load: loadTicketBoard } = board

/** The last deleted ticket type and its position in the list, so that deletion can be undone. */
export const $deletedTicketType = atom<{ type: ManagedTicketType; place: number } | undefined>(undefined)

/** Reloads all ticket types, because a change of one can affect the others. */
async function reloaded<Data>(eventId: string, answer: Result<Data>): Promise<Result<Data>> {
  if (answer.success) await loadTicketBoard(eventId)
  return answer
}

export async function saveTicketType(
  eventId: string,
  fields: TicketTypeFields,
  edited?: { id: string; version: number },
): Promise<Result<{ ticketType: ManagedTicketType }>> {
  const answer = edited
    ? await callPromoter(putTicketType, {
        params: { id: edited.id },
        body: { fields, version: edited.version },
      })
    : await callPromoter(createTicketType, { params: { id: eventId }, body: fields })
  return reloaded(eventId, answer)
}

export const duplicateTicketType = (eventId: string, type: ManagedTicketType) =>
  saveTicketType(eventId, { ...fieldsOf(type), name: `${type.name} (copy)`.slice(0, 120) })

/** Removes the ticket type from the list immediately; restores it if the server refuses. */
export async function removeTicketType(eventId: string, type: ManagedTicketType): Promise<Result<null>> {
  const { data } = $ticketBoard.get()
  if (!data) return { success: true, data: null }
  const place = data.ticketTypes.findIndex((each) => each.id === type.id)
  board.adopt({ ...data, ticketTypes: data.ticketTypes.filter((each) => each.id !== type.id) })
  const answer = await callPromoter(deleteTicketType, { params: { id: type.id } })
  if (answer.success) $deletedTicketType.set({ type, place })
  await loadTicketBoard(eventId)
  return answer
}

export async function undoRemoveTicketType(eventId: string): Promise<void> {
  const deleted = $deletedTicketType.get()
  $deletedTicketType.set(undefined)
  if (!deleted) return
  const { data } = $ticketBoard.get()
  const made = await saveTicketType(eventId, stillPossible(deleted.type, data))
  const now = $ticketBoard.get().data
  if (!made.success || !now) return
  const { id } = made.data.ticketType
  const others = now.ticketTypes.map((each) => each.id).filter((each) => each !== id)
  await reorderTicketTypes(eventId, others.toSpliced(deleted.place, 0, id))
}

function stillPossible(type: ManagedTicketType, known: TicketBoard | undefined): TicketTypeFields {
  const fields = fieldsOf(type)
  const { ticketTypes = [], pools = [] } = known ?? {}
  return {
    ...fields,
    followsId: ticketTypes.some((each) => each.id === fields.followsId) ? fields.followsId : null,
    poolId: pools.some((each) => each.id === fields.poolId) ? fields.poolId : null,
  }
}

/** Changes the order immediately; restores the previous one if the server refuses. */
export async function reorderTicketTypes(eventId: string, ids: readonly string[]): Promise<Result<unknown>> {
  board.change((data) => ({
    ...data,
    ticketTypes: ids.flatMap((id) => data.ticketTypes.find((type) => type.id === id) ?? []),
  }))
  const answer = await callPromoter(putTicketTypeOrder, { params: { id: eventId }, body: { ids: [...ids] } })
  if (!answer.success) await loadTicketBoard(eventId)
  return answer
}

export async function savePool(
  eventId: string,
  fields: PoolFields,
  edited?: { id: string; version: number },
): Promise<Result<unknown>> {
  const answer = edited
    ? await callPromoter(putPool, { params: { id: edited.id }, body: { fields, version: edited.version } })
    : await callPromoter(createPool, { params: { id: eventId }, body: fields })
  return reloaded(eventId, answer)
}

export const removePool = async (eventId: string, id: string): Promise<Result<unknown>> =>
  reloaded(eventId, await callPromoter(deletePool, { params: { id } }))

const fieldsOf = (type: ManagedTicketType): TicketTypeFields => ({
  name: type.name,
  description: type.description,
  price: type.price,
  capacity: type.capacity,
  minPerOrder: type.minPerOrder,
  maxPerOrder: type.maxPerOrder,
  maxPerCustomer: type.maxPerCustomer,
  saleStartsAt: type.saleStartsAt,
  saleEndsAt: type.saleEndsAt,
  active: type.active,
  isHidden: type.isHidden,
  accessCode: type.accessCode,
  followsId: type.followsId,
  poolId: type.poolId,
  taxIds: type.taxIds,
})
