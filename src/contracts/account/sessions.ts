import * as z from 'zod/mini'
import { nothing } from '#contracts/platform/nothing.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'

export const sessionSummary = z.object({
  id: z.string(),
  /** Host that the session was created on, and the only one that accepts it. */
  host: z.string(),
  /** Browser and operating system, for example 'Firefox on Linux'. */
  device: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
})
export type SessionSummary = z.infer<typeof sessionSummary>

export const listSessions = endpoint({
  description: "Lists the account's active sessions, last used first.",
  method: 'GET',
  path: '/api/auth/customer/sessions',
  access: 'account',
  data: z.object({ sessions: z.array(sessionSummary) }),
})

export const endSession = endpoint({
  description: 'Ends a session of the account.',
  method: 'DELETE',
  path: '/api/auth/customer/sessions/{id}',
  access: 'account',
  params: idParams,
  data: nothing,
  errors: ['NOT_FOUND'],
})

export const endAllSessions = endpoint({
  description: 'Ends all sessions of the account, including this one.',
  method: 'POST',
  path: '/api/auth/customer/logout-everywhere',
  access: 'account',
  data: nothing,
})
