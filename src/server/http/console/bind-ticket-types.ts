import * as contracts from '#contracts/console/ticket-types.ts'
import { createPool } from '#server/catalog/pools/create-pool.ts'
import { createTicketType } from '#server/catalog/ticket-types/create-ticket-type.ts'
import { deletePool } from '#server/catalog/pools/delete-pool.ts'
import { deleteTicketType } from '#server/catalog/ticket-types/delete-ticket-type.ts'
import { listTicketTypes } from '#server/catalog/ticket-types/list-ticket-types.ts'
import { putPool } from '#server/catalog/pools/put-pool.ts'
import { putTicketType } from '#server/catalog/ticket-types/put-ticket-type.ts'
import { putTicketTypeOrder } from '#server/catalog/ticket-types/put-ticket-type-order.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindTicketTypes(bind: Bind): void {
  bind(contracts.listTicketTypes, listTicketTypes)
  bind(contracts.createTicketType, createTicketType)
  bind(contracts.putTicketType, putTicketType)
  bind(contracts.deleteTicketType, deleteTicketType)
  bind(contracts.putTicketTypeOrder, putTicketTypeOrder)
  bind(contracts.createPool, createPool)
  bind(contracts.putPool, putPool)
  bind(contracts.deletePool, deletePool)
}
