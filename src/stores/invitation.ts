import { call } from '#browser/api.ts'
import { forgetLinkToken } from '#browser/link-token.ts'
import { atom, onMount, type WritableAtom } from 'nanostores'
import { acceptInvitation, listOwnInvitations, showInvitation } from '#contracts/invitations.ts'
import type { DataOf } from '#contracts/endpoint.ts'
import { refreshAuth } from './customer.ts'
import { LOADING, type Loaded } from './loaded.ts'

/** Invitations of the signed-in account. */
export const $ownInvitations: WritableAtom<Loaded<DataOf<typeof listOwnInvitations>['invitations']>> =
  atom(LOADING)

onMount($ownInvitations, () => {
  void call(listOwnInvitations, {}).then((answer) => {
    $ownInvitations.set(
      answer.success ? { data: answer.data.invitations } : { failure: answer.error.message },
    )
  })
})

export const readInvitation = (token: string) => call(showInvitation, { body: { token } })

/** The account gets new permissions and a verified address. */
export async function joinPromoter(token: string) {
  const answer = await call(acceptInvitation, { body: { token } })
  if (!answer.success) return answer
  forgetLinkToken()
  await refreshAuth()
  return answer
}
