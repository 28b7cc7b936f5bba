import * as z from 'zod/mini'
import { customer } from '#model/people/accounts.ts'
import { endpoint } from './endpoint.ts'

export const signedIn = z.object({ customer, accessToken: z.string() })

export const refreshToken = endpoint({
  description: 'Exchanges the refresh token in its cookie for a new access token. Rotates the refresh token.',
  method: 'POST',
  path: '/api/auth/refresh-token',
  access: 'anyone',
  data: signedIn,
  errors: ['SESSION_ENDED'],
})

/** A six-digit code from an authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string()
  .check(z.trim(), z.minLength(6, 'Enter the code from your app, or a recovery code.'), z.maxLength(40))
