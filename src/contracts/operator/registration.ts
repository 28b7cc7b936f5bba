import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { nothing } from '#contracts/platform/nothing.ts'
import { emailAddress } from '#model/people/people.ts'
import { registrationMode } from '#model/people/registration.ts'
import { reference, version } from '#model/platform/bounds.ts'

const registrationSettings = z.object({
  mode: registrationMode,
  /** When true, other promoters can't join, and the sell pages, the registration and the operators' lists of promoters are hidden. */
  isSinglePromoter: z.boolean(),
  version,
})

const settingsView = z.extend(registrationSettings, {
  /** False until the setting is saved for the first time. */
  isChosen: z.boolean(),
})
export type RegistrationSettings = z.infer<typeof settingsView>

const answer = z.object({ settings: settingsView })

export const getRegistrationSettings = endpoint({
  description: 'Returns who can register a promoter on this installation.',
  method: 'GET',
  path: '/api/operator/registration',
  access: 'operator',
  data: answer,
})

export const putRegistrationSettings = endpoint({
  description:
    'Sets who can register a promoter. SINGLE_PROMOTER_ONLY when `isSinglePromoter` is turned on while several promoters exist. ' +
    'EDIT_CONFLICT when `version` is outdated, with the current settings in `details`.',
  method: 'PUT',
  path: '/api/operator/registration',
  access: 'operator',
  body: registrationSettings,
  data: answer,
  errors: ['EDIT_CONFLICT', 'SINGLE_PROMOTER_ONLY'],
})

const promoterInvitation = z.object({
  id: z.string(),
  email: z.string(),
  invitedBy: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
})
export type PromoterInvitation = z.infer<typeof promoterInvitation>

export const listPromoterInvitations = endpoint({
  description: 'Lists the newest 200 unused invitations to register a promoter.',
  method: 'GET',
  path: '/api/operator/promoter-invitations',
  access: 'operator',
  data: z.object({ invitations: z.array(promoterInvitation) }),
})

export const invitePromoter = endpoint({
  description:
    'Emails a link with which an account with this address can register one promoter, within 14 days. INVITATION_THERE when the address has ' +
    'an unused invitation.',
  method: 'POST',
  path: '/api/operator/promoter-invitations',
  access: 'operator',
  body: z.object({ email: emailAddress }),
  data: z.object({ invitation: promoterInvitation }),
  status: 201,
  errors: ['INVITATION_THERE', 'RATE_LIMITED'],
})

export const revokePromoterInvitation = endpoint({
  description: 'Revokes an unused invitation; its link stops working.',
  method: 'DELETE',
  path: '/api/operator/promoter-invitations/{id}',
  access: 'operator',
  params: z.object({ id: reference }),
  data: nothing,
  errors: ['NOT_FOUND'],
})
