import { UNPAID_HOLDS_WINDOW_MS, type UnpaidHolds } from '#model/catalog/inventory/hold-shares.ts'
import { hashLimitKey, clientNetworkOf, surroundingNetworkOf } from '#server/people/sessions/limits.ts'

/**
 * The client against whose share a hold counts. Both fields are hashes: of a network address and its surrounding
 * network, or both of an account.
 */
export interface HoldClient {
  client: string
  prefix: string
}

/**
 * Returns the client with this network address. Undefined for loopback addresses, because behind an untrusted proxy,
 * all clients have the same one.
 */
export const toNetworkClient = (address: string | undefined): HoldClient | undefined =>
  address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address)
    ? undefined
    : {
        client: hashLimitKey('hold', clientNetworkOf(address)),
        prefix: hashLimitKey('hold', surroundingNetworkOf(address)),
      }

export function toAccountClient(accountId: string): HoldClient {
  const client = hashLimitKey('hold account', accountId)
  return { client, prefix: client }
}

export interface ClientHeldRow extends HoldClient {
  ticketTypeId: string
  held: number
}

export interface ClientUnpaidRow extends HoldClient {
  promoterId: string
  unpaid: number
}

export const unpaidSince = (now: number): Date => new Date(now - UNPAID_HOLDS_WINDOW_MS)

/** Counts tickets per client. `move` changes the number of tickets that a client holds of a ticket type. */
export interface ClientTally {
  heldBy: (ticketTypeId: string, client: HoldClient) => { client: number; prefix: number }
  move: (ticketTypeId: string, client: Partial<HoldClient>, quantity: number) => void
  unpaidOf: (promoterId: string, client: HoldClient) => UnpaidHolds
}

export function createClientShares(
  held: readonly ClientHeldRow[],
  unpaid: readonly ClientUnpaidRow[],
): ClientTally {
  const tally = new Map<string, number>()
  const keys = (of: string, { client, prefix }: Partial<HoldClient>): readonly [string, string] => [
    `${of} client ${client}`,
    `${of} prefix ${prefix}`,
  ]
  const move = (of: string, client: Partial<HoldClient>, quantity: number): void => {
    for (const key of keys(of, client)) tally.set(key, (tally.get(key) ?? 0) + quantity)
  }
  const read = (of: string, client: HoldClient): UnpaidHolds => {
    const [ofClient, ofPrefix] = keys(of, client)
    return { client: tally.get(ofClient) ?? 0, prefix: tally.get(ofPrefix) ?? 0 }
  }
  for (const row of held) move(row.ticketTypeId, row, row.held)
  for (const row of unpaid) move(row.promoterId, row, row.unpaid)
  return { heldBy: read, move, unpaidOf: read }
}
