import * as z from 'zod/mini'
import { registrationMode } from '#model/people/registration.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const getRegistration = endpoint({
  description:
    'Returns who can register a promoter. `open`: anyone. `approval`: anyone, after a review by an operator. `invitation`: only ' +
    'invited people. `closed`: no one.',
  method: 'GET',
  path: '/api/public/registration',
  access: 'anyone',
  data: z.object({ mode: registrationMode }),
})
