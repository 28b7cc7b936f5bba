import type { Context } from '#server/context.ts'
import { findOrderView } from '#server/sales/orders/order-rows.ts'
import { readPassContent } from '#server/sales/wallets/find-wallet-ticket.ts'
import { signApplePass } from './get-apple-pass.ts'
import { parseSerial, passSerialOf, type PassId } from '#server/sales/wallets/pass-serials.ts'
import {
  deleteWalletDevice,
  findWalletPass,
  listPassesOfDevice,
  putWalletDevice,
} from '#server/sales/wallets/pass-rows.ts'

/** A device's request about a pass, with the token from the pass. */
export interface PassRequest {
  passType: string
  serial: string
  token: string
}

/** Returns the pass if it exists and the token belongs to it. */
function authenticate({ wallets }: Context, request: PassRequest): PassId | undefined {
  if (request.passType !== wallets.apple?.passType) return undefined
  return wallets.passTokens.isSigned(request.serial, request.token) ? parseSerial(request.serial) : undefined
}

/** Registers a device for pushes about a pass. `full`: too many devices have registered this pass. */
export async function registerWalletDevice(
  context: Context,
  request: PassRequest & { deviceId: string; pushToken: string },
): Promise<'added' | 'known' | 'full' | 'unauthorized'> {
  const pass = authenticate(context, request)
  if (!pass) return 'unauthorized'
  const { deviceId, pushToken } = request
  const now = new Date(context.clock.now())
  return (await putWalletDevice(context.db, { ...pass, deviceId, pushToken, now })) ?? 'unauthorized'
}

export async function unregisterWalletDevice(
  context: Context,
  request: PassRequest & { deviceId: string },
): Promise<'deleted' | 'unauthorized'> {
  const pass = authenticate(context, request)
  if (!pass) return 'unauthorized'
  await deleteWalletDevice(context.db, { ...pass, deviceId: request.deviceId })
  return 'deleted'
}

/** Maximum number of passes listed for a device. */
const MAX_LISTED = 500

/**
 * Overlap of consecutive lists in milliseconds. Transactions may commit out of order, so a change with an earlier time may
 * become visible only after the last response.
 */
const OVERLAP_MS = 60_000

/** Lists the device's passes that have changed since `tag`, the `lastUpdated` of an earlier response. Undefined if none have. */
export async function listChangedPasses(
  context: Context,
  { passType, deviceId, tag }: { passType: string; deviceId: string; tag: string },
): Promise<{ serialNumbers: string[]; lastUpdated: string } | undefined> {
  if (passType !== context.wallets.apple?.passType) return undefined
  const since = /^\d{1,14}$/.test(tag) ? new Date(Number(tag) - OVERLAP_MS) : new Date(0)
  const passes = await listPassesOfDevice(context.db, { deviceId, since, limit: MAX_LISTED })
  const last = passes.at(-1)
  return last && { serialNumbers: passes.map(passSerialOf), lastUpdated: String(last.changedAt.getTime()) }
}

/** Returns the current pass, unless it hasn't changed since `knownAt`. */
export async function fetchApplePass(
  context: Context,
  request: PassRequest & { origin: string; knownAt: Date | undefined },
): Promise<{ bytes: Buffer<ArrayBuffer>; changedAt: Date } | 'unchanged' | 'unauthorized' | 'busy'> {
  const pass = authenticate(context, request)
  const stored = pass && (await findWalletPass(context.db, pass))
  const row = stored && (await findOrderView(context.db, stored.orderId))
  if (!pass || !row) return 'unauthorized'
  const { changedAt } = stored
  if (request.knownAt && changedAt <= request.knownAt) return 'unchanged'
  const content = await readPassContent(context, row, pass)
  const bytes = await signApplePass(context, { pass, content, origin: request.origin })
  return bytes ? { bytes, changedAt } : 'busy'
}
