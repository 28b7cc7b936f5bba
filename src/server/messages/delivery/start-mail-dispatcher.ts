import type { Context } from '#server/context.ts'
import { createMailer } from './create-mailer.ts'
import { createMailDispatcher, type MailDispatcher } from './mail-dispatcher.ts'

/** Starts sending emails with the configured mailer. Without one, emails stay in the outbox and a warning is logged. */
export function startMailDispatcher(context: Context, port: number): MailDispatcher | undefined {
  const mailer = createMailer(context)
  if (!mailer) {
    context.log.warn('SMTP_URL is not set: emails wait in the outbox until it is set')
    return undefined
  }
  const post = createMailDispatcher(context, { mailer, port })
  post.open()
  return post
}
