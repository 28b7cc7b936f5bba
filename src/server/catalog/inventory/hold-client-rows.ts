import type { Pipeline, PipelinedStatement } from './hold-batch-rows.ts'
import type { HoldClient, ClientHeldRow, ClientUnpaidRow } from './hold-clients.ts'

const SHARES: PipelinedStatement = {
  name: 'batch-shares',
  text: `
    select ticket_type_id as "ticketTypeId", client, prefix, sum(quantity)::int as held from holds
    where ticket_type_id = any($1::uuid[]) and prefix = any($2::text[]) and client is not null group by 1, 2, 3`,
}

/**
 * Returns the numbers of tickets held by clients of these prefixes. Sent after the counters' lock, in the same round
 * trip.
 */
export const listHeldByClient = async (
  pipeline: Pipeline,
  { ids, clients }: { ids: readonly string[]; clients: readonly HoldClient[] },
): Promise<ClientHeldRow[]> =>
  clients.length === 0 ? [] : pipeline.run(SHARES, [ids, [...new Set(clients.map((each) => each.prefix))]])

const UNPAID: PipelinedStatement = {
  name: 'batch-unpaid',
  text: `
    select promoter_id as "promoterId", client, prefix, sum(quantity)::int as unpaid from unpaid_holds
    where prefix = any($1::text[]) and at > $2 group by 1, 2, 3`,
}

/** Returns the numbers of tickets that clients of these prefixes held without paying. Needs no lock. */
export const listUnpaidByClient = async (
  pipeline: Pipeline,
  { clients, since }: { clients: readonly HoldClient[]; since: Date },
): Promise<ClientUnpaidRow[]> =>
  clients.length === 0 ? [] : pipeline.run(UNPAID, [[...new Set(clients.map((each) => each.prefix))], since])

const WRITE_RELEASED: PipelinedStatement = {
  name: 'batch-write-released',
  text: `
    insert into unpaid_holds (promoter_id, ticket_type_id, client, prefix, quantity, at)
    select v.*, $6 from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[]) v`,
}

export interface ReleasedHold extends HoldClient {
  promoterId: string
  ticketTypeId: string
  quantity: number
}

export const insertReleasedHolds = (
  pipeline: Pipeline,
  released: readonly ReleasedHold[],
  now: Date,
): Promise<unknown> =>
  pipeline.run(WRITE_RELEASED, [
    released.map((each) => each.promoterId),
    released.map((each) => each.ticketTypeId),
    released.map((each) => each.client),
    released.map((each) => each.prefix),
    released.map((each) => each.quantity),
    now,
  ])
