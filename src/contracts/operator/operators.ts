import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'

export const acceptOperatorLink = endpoint({
  description:
    'Makes the account the first operator of this installation. The link is printed when the server starts ' +
    'without an operator, and works once. The session must have used a second factor, else ' +
    'SECOND_FACTOR_NEEDED.',
  method: 'POST',
  path: '/api/operator/link',
  access: 'account',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  data: nothing,
  errors: ['LINK_INVALID', 'SECOND_FACTOR_NEEDED', 'EMAIL_NOT_VERIFIED', 'RATE_LIMITED'],
})

export const listOperators = endpoint({
  description: 'Lists the accounts that run the platform, oldest first.',
  method: 'GET',
  path: '/api/operator/operators',
  access: 'operator',
  data: z.object({
    operators: z.array(
      z.object({
        accountId: z.string(),
        name: z.string(),
        email: z.string(),
        /** False for operators without a second factor. All other endpoints refuse them. */
        hasSecondFactor: z.boolean(),
        since: z.string(),
      }),
    ),
  }),
})
export type Operator = z.infer<typeof listOperators.data>['operators'][number]
