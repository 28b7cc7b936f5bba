import { call } from '#browser/platform/api.ts'
import { createPasskey } from '#browser/account/passkeys.ts'
import { clientFailure } from '#browser/platform/read-response.ts'
import {
  addPasskey as addContract,
  confirmAuthenticator as confirmContract,
  getSecurity,
  keepOwnSecondFactors,
  createPasskeyRegistrationOptions,
  removeAuthenticator as removeAuthenticatorContract,
  removePasskey as removeContract,
  renewRecoveryCodes as renewContract,
  startAuthenticator as startContract,
  type SecurityState,
} from '#contracts/account/second-factors.ts'
import { endAllSessions, endSession as endContract, listSessions } from '#contracts/account/sessions.ts'
import type { Result } from '#model/platform/result.ts'
import { clearSessionAndGoHome } from './profile.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'
import { onSuccess } from '#stores/platform/on-success.ts'

export const { $store: $sessions, load: loadSessions } = createResource(async () =>
  mapData(await call(listSessions, {}), ({ sessions }) => sessions),
)

const security = createResource(() => call(getSecurity, {}))
export const { $store: $security, load: loadSecurity } = security

export async function endSession(id: string) {
  const answer = await call(endContract, { params: { id } })
  // NOT_FOUND means that the session has ended already.
  if (answer.success || answer.error.code === 'NOT_FOUND') await loadSessions()
  return answer
}

export const endEverySession = () => onSuccess(call(endAllSessions, {}), clearSessionAndGoHome)

export async function addPasskey({ name, password }: { name: string; password: string }) {
  const options = await call(createPasskeyRegistrationOptions, { body: { password } })
  if (!options.success) return options
  const response = await createPasskey(options.data.options)
  if (response === 'known')
    return clientFailure('REQUEST_ERROR', 'This device already has a passkey for your account.')
  if (!response) return clientFailure('REQUEST_ERROR', 'No passkey was created.')
  return keepSecurity(await call(addContract, { body: { name, response } }))
}

export const removePasskey = async (id: string, password: string) =>
  keepSecurity(await call(removeContract, { params: { id }, body: { password } }))

/** Starts the setup. The authenticator app isn't active until `confirmAuthenticator`. */
export const startAuthenticator = (password: string) => call(startContract, { body: { password } })

export const confirmAuthenticator = (code: string) =>
  onSuccess(call(confirmContract, { body: { code } }), () => loadSecurity())

export const removeAuthenticator = async (password: string) =>
  keepSecurity(await call(removeAuthenticatorContract, { body: { password } }))

export const renewRecoveryCodes = (password: string) =>
  onSuccess(call(renewContract, { body: { password } }), () => loadSecurity())

export const cancelFactorRemoval = async () => keepSecurity(await call(keepOwnSecondFactors, {}))

function keepSecurity(answer: Result<SecurityState>): Result<SecurityState> {
  if (answer.success) security.adopt(answer.data)
  return answer
}
