import type { Scope } from '#model/people/scopes.ts'
import { sessionHost } from '#server/people/sessions/authenticate.ts'
import { findLiveSession } from '#server/people/sessions/session-rows.ts'
import type { Context } from '#server/context.ts'
import { hasAuthority } from '#server/people/promoters/authority-rows.ts'
import type { PromoterCall } from '#server/use-case.ts'

/** Interval at which authorisation is rechecked while a file is sent, in milliseconds. */
const ASKED_EVERY_MS = 2000

interface Guarded {
  call: PromoterCall
  scope: Scope | undefined
  parts: AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * The next part is read after the previous one was sent, and a disconnect stops reading. When the caller's access ends, the
 * download fails with an error, so that a partial file isn't taken for complete.
 */
export async function guardedStream(
  context: Context,
  { call, scope, parts }: Guarded,
): Promise<ReadableStream<Uint8Array>> {
  // An expired token doesn't stop a running download; the end of its session does.
  const claims = await context.tokens.verify(call.client.bearer ?? '')
  let askedAt = context.clock.now()
  const maySee = async (): Promise<boolean> => {
    const now = context.clock.now()
    // Also correct when the clock was set back.
    if (Math.abs(now - askedAt) < ASKED_EVERY_MS) return true
    askedAt = now
    const session = claims && { id: claims.sid, host: sessionHost(call.client.origin), now: new Date(now) }
    const isSignedIn = !session || (await findLiveSession(context.db, session)) !== undefined
    return isSignedIn && scope !== undefined && hasAuthority(context.db, call, scope)
  }
  return new ReadableStream({
    pull: async (controller) => {
      if (!(await maySee())) {
        await parts.return()
        controller.error(new Error('The requester of this file has lost access to it.'))
        return
      }
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await parts.return()
    },
  })
}
