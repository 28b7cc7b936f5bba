import { putEmailTemplate } from '#contracts/console/email-templates.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { findCaller, type CallerRequest } from '#server/people/promoters/find-caller.ts'
import { renderPreview } from './preview-email-template.ts'

/** Renders the preview for an iframe. The access token comes from the cookie, because iframes send no Authorization header. */
export async function previewTemplatePage(
  context: Context,
  request: CallerRequest & { key: string; words: unknown },
): Promise<Result<{ html: string }, ErrorCode>> {
  const caller = await findCaller(context, request, 'letters:read')
  if (!caller.success) return caller
  const parsed = putEmailTemplate.body.safeParse(request.words)
  if (!parsed.success) return fail('VALIDATION_ERROR')
  const { key, client } = request
  const { promoterId } = caller.data
  return renderPreview(context, { promoterId, key, words: parsed.data, origin: client.origin })
}
