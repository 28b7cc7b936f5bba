import type { APIContext } from 'astro'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import { unlockEvent } from '#server/catalog/access/event-access.ts'
import { readForm } from '#server/http/pages/page-form.ts'
import { readClient } from './_visitor.ts'

const MAX_LENGTH = 40

/** Checks the submitted access code, and sets the cookie that unlocks the event. */
export async function tryEventCode(
  visit: Pick<APIContext, 'request' | 'locals' | 'url' | 'cookies'>,
  idOrSlug: string,
): Promise<Result<unknown, ErrorCode>> {
  const { context, site } = visit.locals
  const code = (await readForm(visit.request))?.get('code') ?? ''
  if (code === '' || code.length > MAX_LENGTH) return fail('EVENT_CODE_WRONG')
  const { address } = readClient(visit)
  const opened = await unlockEvent(context, { site, idOrSlug, code, address })
  if (!opened.success) return opened
  const { name, value = '', maxAgeSeconds: maxAge = 0 } = opened.data
  const secure = visit.url.protocol === 'https:'
  visit.cookies.set(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge })
  return opened
}
