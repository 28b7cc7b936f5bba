import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'

/** Not in `contracts/operator`, because the console's banner calls it. */
export const endSupport = endpoint({
  description: 'Ends acting for a promoter. Succeeds when it has ended already.',
  method: 'DELETE',
  path: '/api/operator/support',
  access: 'operator',
  data: nothing,
  errors: [],
})
