import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'

/** This endpoint isn't in `contracts/operator`, because the console's banner calls it. */
export const endSupport = endpoint({
  description: 'Stops acting for a promoter. Succeeds even if it was already stopped.',
  method: 'DELETE',
  path: '/api/operator/support',
  access: 'operator',
  data: nothing,
})
