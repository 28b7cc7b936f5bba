import type { Context } from '#server/context.ts'
import { createMailer } from './create-mailer.ts'
import { createPostOffice, type PostOffice } from './post-office.ts'

/** Starts sending emails with the configured mailer. Without one, they stay in the outbox and a warning is logged. */
export function openPostOffice(context: Context, port: number): PostOffice | undefined {
  const mailer = createMailer(context)
  if (!mailer) {
    context.log.warn('SMTP_URL is not set: e-mails wait in the outbox, and are sent once it is')
    return undefined
  }
  const post = createPostOffice(context, { mailer, port })
  post.open()
  return post
}
