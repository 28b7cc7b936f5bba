import { call } from '#browser/api.ts'
import { forgetLinkToken } from '#browser/link-token.ts'
import { acceptInvitation, showInvitation } from '#contracts/invitations.ts'
import { refreshAuth } from './customer.ts'

export const readInvitation = (token: string) => call(showInvitation, { body: { token } })

/** The account may do more from then on, and its address counts as confirmed. */
export async function joinPromoter(token: string) {
  const answer = await call(acceptInvitation, { body: { token } })
  if (!answer.success) return answer
  forgetLinkToken()
  await refreshAuth()
  return answer
}
