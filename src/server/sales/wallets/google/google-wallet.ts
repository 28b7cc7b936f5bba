import type { Clock } from '#server/context.ts'
import { createConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import { createGoogleApi } from './google-api.ts'
import type { GoogleCredentials } from './google-credentials.ts'
import type { GooglePass } from './write-google-pass.ts'

/** Client for Google Wallet. An event is a class, and each of its tickets an object. */
export interface GoogleWallet {
  issuer: string
  /** Creates or updates the pass. Throws `GoogleUnavailable`. */
  put: (pass: GooglePass) => Promise<'done' | 'too many'>
  /** Returns a URL that adds the object to the Google account of the person who opens it. */
  saveUrl: (objectId: string, origin: string) => Promise<string>
}

/** Google didn't respond, or rejected the pass or the service account. The message contains the reason. */
export class GoogleUnavailable extends Error {
  override name = 'GoogleUnavailable'
}

/**
 * True for a `GoogleUnavailable`. Doesn't use `instanceof`, because the built pages contain their own copy of the
 * class, while the server throws its own.
 */
export const isGoogleUnavailable = (error: unknown): error is GoogleUnavailable =>
  error instanceof Error && error.name === 'GoogleUnavailable'

const SAVE_URL = 'https://pay.google.com/gp/v/save/'

export function createGoogleWallet(
  credentials: GoogleCredentials,
  parts: { apiUrl: string; clock: Clock },
): GoogleWallet {
  const api = createGoogleApi(credentials, parts)
  const turns = createConcurrencyLimiter({ atOnce: 4, maxWaiting: 50 })
  const putBoth = async (pass: GooglePass): Promise<'done'> => {
    try {
      // The class must exist first, because the object refers to it.
      await api.put('eventTicketClass', pass.class)
      await api.put('eventTicketObject', pass.object)
      return 'done'
    } catch (error) {
      throw new GoogleUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }
  return {
    issuer: credentials.issuer,
    put: (pass) => turns.run(() => putBoth(pass)),
    saveUrl: async (objectId, origin) =>
      SAVE_URL +
      (await api.sign({
        aud: 'google',
        typ: 'savetowallet',
        origins: [origin],
        payload: { eventTicketObjects: [{ id: objectId }] },
      })),
  }
}
