import * as z from 'zod/mini'
import { registrationMode } from '#model/people/registration.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const getRegistration = endpoint({
  description:
    'Returns who can open a promoter: `open` everybody, `approval` everybody after a review, `invitation` invited people only, ' +
    '`closed` nobody.',
  method: 'GET',
  path: '/api/public/registration',
  access: 'anyone',
  data: z.object({ mode: registrationMode }),
  errors: [],
})
