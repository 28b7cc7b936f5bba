import { sessionHost } from '#server/people/sessions/authenticate.ts'
import { findLiveSession } from '#server/people/sessions/session-rows.ts'
import type { Context } from '#server/context.ts'
import type { Client } from '#server/use-case.ts'

/** Interval in milliseconds at which the caller's access is checked while a file is being sent. */
const ASKED_EVERY_MS = 2000

interface Guarded {
  client: Pick<Client, 'bearer' | 'origin'>
  isAllowed: () => Promise<boolean>
  parts: AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * Streams a file. Reads each part after the previous one was sent, and stops when the client disconnects. If the caller
 * loses access, the download fails with an error, so that a partial file isn't mistaken for a complete one.
 */
export async function createGuardedStream(
  context: Context,
  { client, isAllowed, parts }: Guarded,
): Promise<ReadableStream<Uint8Array>> {
  // An expired token doesn't stop a download, but the end of its session does.
  const claims = await context.tokens.verify(client.bearer ?? '')
  let askedAt = context.clock.now()
  const maySee = async (): Promise<boolean> => {
    const now = context.clock.now()
    // The difference is negative after the clock was set back.
    if (Math.abs(now - askedAt) < ASKED_EVERY_MS) return true
    askedAt = now
    const session = claims && { id: claims.sid, host: sessionHost(client.origin), now: new Date(now) }
    const isSignedIn = !session || (await findLiveSession(context.db, session)) !== undefined
    return isSignedIn && isAllowed()
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
