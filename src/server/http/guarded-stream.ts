import type { Scope } from '#model/scopes.ts'
import { sessionHost } from '../accounts/authenticate.ts'
import { findLiveSession } from '../accounts/session-rows.ts'
import type { Context } from '../context.ts'
import { hasAuthority } from '../promoters/authority-rows.ts'
import type { PromoterCall } from '../use-case.ts'

/** A removal ends a file that is being sent after this long, and after the part that is on its way. */
const ASKED_EVERY_MS = 2000

interface Guarded {
  call: PromoterCall
  /** Of the list that it is a file of. */
  scope: Scope | undefined
  parts: AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * A file that is sent while it is read: the next part is made when the last one has gone, and who hangs up ends the reading. Whoever
 * is removed or signed out meanwhile gets a file that breaks off with an error: what looked complete would be taken for it.
 */
export async function guardedStream(
  context: Context,
  { call, scope, parts }: Guarded,
): Promise<ReadableStream<Uint8Array>> {
  // A token that runs out while its file is sent has ended nothing: the session is what is asked about.
  const claims = await context.tokens.verify(call.client.bearer ?? '')
  let askedAt = context.clock.now()
  const maySee = async (): Promise<boolean> => {
    const now = context.clock.now()
    // A clock that was set back puts nothing off.
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
        controller.error(new Error('Whoever asked for this file may not see it any more.'))
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
