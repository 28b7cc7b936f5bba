import { call } from '#browser/platform/api.ts'
import { deleteLinkTokenFromHistory } from '#browser/account/link-token.ts'
import { acceptInvitation, listOwnInvitations, showInvitation } from '#contracts/account/invitations.ts'
import { refreshAuth } from './customer.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export const ownInvitations = createResource(async () =>
  mapData(await call(listOwnInvitations, {}), ({ invitations }) => invitations),
)

export const readInvitation = (token: string) => call(showInvitation, { body: { token } })

/** Accepts an invitation and reloads the account, which then has new permissions and a verified address. */
export async function joinPromoter(token: string) {
  const answer = await call(acceptInvitation, { body: { token } })
  if (!answer.success) return answer
  deleteLinkTokenFromHistory()
  await refreshAuth()
  return answer
}
