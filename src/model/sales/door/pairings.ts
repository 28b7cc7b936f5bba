import { BASE32_ALPHABET } from './base32.ts'

/** Milliseconds for which a pairing code can be used. */
export const PAIRING_CODE_MS = 15 * 60_000

/** Milliseconds after an event's end for which devices keep access to it, so that they can send their scans. */
export const ACCESS_AFTER_END_MS = 2 * 86_400_000

/** Eight characters (40 bits) are enough, because a client has only ten attempts. */
export const PAIRING_CODE_LENGTH = 8

const TOKEN_PREFIX = 'fyd_'

/** True when a bearer token has the prefix of a door device's token. The rest may be malformed. */
export const isDoorToken = (bearer: string): boolean => bearer.startsWith(TOKEN_PREFIX)

export const toDoorToken = (secret: string): string => `${TOKEN_PREFIX}${secret}`

export const formatPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/**
 * Parses a code as entered: with O or 0, with I, L or 1, and with or without spaces and hyphens. Undefined for other
 * text.
 */
export function readPairingCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return code.length === PAIRING_CODE_LENGTH &&
    Array.from(code).every((digit) => BASE32_ALPHABET.includes(digit))
    ? code
    : undefined
}

export interface PairingFacts {
  codeExpiresAt: Date | null
  pairedAt: Date | null
  revokedAt: Date | null
  /** End of the pairing's last event. Null when all of its events were deleted. */
  lastEndsAt: Date | null
}

/** `waiting`: the first code can be used. `expired`: the first code wasn't used in time. */
export type PairingState = 'waiting' | 'expired' | 'active' | 'revoked' | 'ended'

export function pairingState(pairing: PairingFacts, now: Date): PairingState {
  if (pairing.revokedAt) return 'revoked'
  if (hasAccessEnded(pairing, now)) return 'ended'
  if (pairing.pairedAt) return 'active'
  return pairing.codeExpiresAt !== null && pairing.codeExpiresAt > now ? 'waiting' : 'expired'
}

/**
 * True when the last event of the pairing ended so long ago that its devices have lost access. When an event is
 * postponed, its pairings last longer.
 */
export const hasAccessEnded = ({ lastEndsAt }: Pick<PairingFacts, 'lastEndsAt'>, now: Date): boolean =>
  lastEndsAt === null || lastEndsAt.getTime() + ACCESS_AFTER_END_MS <= now.getTime()
