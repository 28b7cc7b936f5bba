import * as z from 'zod/mini'
import { customer } from '#model/people/accounts.ts'
import { endpoint } from './endpoint.ts'

export const signedIn = z.object({ customer, accessToken: z.string() })

/** Exchanges the refresh token in its cookie for a new access token. Each call also rotates the refresh token. */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/auth/refresh-token',
  access: 'anyone',
  data: signedIn,
  errors: ['SESSION_ENDED'],
})
