import { call } from '#browser/platform/api.ts'
import { listAllPromoters, type PromoterListRow } from '#contracts/operator/promoters.ts'
import {
  getRegistrationSettings,
  invitePromoter,
  listPromoterInvitations,
  putRegistrationSettings,
  revokePromoterInvitation,
  type RegistrationSettings,
} from '#contracts/operator/registration.ts'
import { createList, toListPage } from '#stores/platform/paged-list.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const registrationSettings = createResource(async () =>
  mapData(await call(getRegistrationSettings, {}), ({ settings }) => settings),
)

/** Promoters whose registration waits for approval. */
export const promoterRequests = createList<PromoterListRow, object>(async (query) =>
  toListPage(
    await call(listAllPromoters, { query: { ...query, status: 'pending' } }),
    ({ promoters }) => promoters,
  ),
)

export const promoterInvitations = createResource(async () =>
  mapData(await call(listPromoterInvitations, {}), ({ invitations: found }) => found),
)

/** Saves the settings. If someone else changed them meanwhile, shows the current ones. */
export async function saveRegistration(
  body: Pick<RegistrationSettings, 'mode' | 'isSinglePromoter' | 'version'>,
) {
  const answer = await call(putRegistrationSettings, { body })
  if (answer.success) registrationSettings.adopt(answer.data.settings)
  else if (answer.error.code === 'EDIT_CONFLICT') await registrationSettings.load()
  return answer
}

export const sendPromoterInvitation = (email: string) =>
  onSuccess(call(invitePromoter, { body: { email } }), () => promoterInvitations.load())

export async function revokeSentPromoterInvitation(id: string) {
  const answer = await call(revokePromoterInvitation, { params: { id } })
  await promoterInvitations.load()
  return answer
}
