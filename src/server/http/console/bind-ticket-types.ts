import * as contracts from '#contracts/console/ticket-types.ts'
import { createPool } from '#server/catalog/pools/create-pool.ts'
import { createTicketType } from '#server/catalog/ticket-types/create-ticket-type.ts'
import { deletePool } from '#server/catalog/pools/delete-pool.ts'
import { deleteTicketType } from '#server/catalog/ticket-types/delete-ticket-type.ts'
import { listTicketTypes } from '#server/catalog/ticket-types/list-ticket-types.ts'
import { putPool } from '#server/catalog/pools/put-pool.ts'
import { putTicketType } from '#server/catalog/ticket-types/put-ticket-type.ts'
import { putTicketTypeOrder } from '#server/catalog/ticket-types/put-ticket-type-order.ts'
import type { BindPromoter } from '#server/http/bindings/bindings.ts'

export function bindTicketTypes(bindPromoter: BindPromoter): void {
  bindPromoter(contracts.listTicketTypes, listTicketTypes)
  bindPromoter(contracts.createTicketType, createTicketType)
  bindPromoter(contracts.putTicketType, putTicketType)
  bindPromoter(contracts.deleteTicketType, deleteTicketType)
  bindPromoter(contracts.putTicketTypeOrder, putTicketTypeOrder)
  bindPromoter(contracts.createPool, createPool)
  bindPromoter(contracts.putPool, putPool)
  bindPromoter(contracts.deletePool, deletePool)
}
