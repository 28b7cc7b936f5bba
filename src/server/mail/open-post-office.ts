import type { Context } from '../context.ts'
import { createMailer } from './create-mailer.ts'
import { createPostOffice, type PostOffice } from './post-office.ts'

/** Begins to send mails the way that the settings name. Without one they wait in the outbox, and the log says so. */
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
