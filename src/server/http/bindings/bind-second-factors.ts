import * as accounts from '#contracts/account/accounts.ts'
import * as factors from '#contracts/account/second-factors.ts'
import {
  keepOwnSecondFactors,
  keepSecondFactors,
} from '#server/people/factor-removals/keep-second-factors.ts'
import { addPasskey } from '#server/people/passkeys/add-passkey.ts'
import { confirmAuthenticator } from '#server/people/second-factors/confirm-authenticator.ts'
import { getSecurity } from '#server/people/second-factors/get-security.ts'
import { createPasskeyAuthenticationOptions } from '#server/people/passkeys/create-authentication-options.ts'
import { createPasskeyRegistrationOptions } from '#server/people/passkeys/create-registration-options.ts'
import { passkeyLogin } from '#server/people/passkeys/passkey-login.ts'
import { removeAuthenticator } from '#server/people/second-factors/remove-authenticator.ts'
import { removeAvatar } from '#server/people/avatars/remove-avatar.ts'
import { removePasskey } from '#server/people/passkeys/remove-passkey.ts'
import { renewRecoveryCodes } from '#server/people/second-factors/renew-recovery-codes.ts'
import { startAuthenticator } from '#server/people/second-factors/start-authenticator.ts'
import { AVATAR_UPLOAD_LIMIT, uploadAvatar } from '#server/people/avatars/upload-avatar.ts'
import type { Bind, BindUpload } from './bindings.ts'

export function bindSecondFactors(bind: Bind, bindUpload: BindUpload): void {
  bind(accounts.removeAvatar, removeAvatar)
  bindUpload(accounts.uploadAvatar, uploadAvatar, AVATAR_UPLOAD_LIMIT)

  bind(factors.keepSecondFactors, keepSecondFactors)
  bind(factors.keepOwnSecondFactors, keepOwnSecondFactors)
  bind(factors.passkeyLogin, passkeyLogin)
  bind(factors.createPasskeyAuthenticationOptions, createPasskeyAuthenticationOptions)
  bind(factors.addPasskey, addPasskey)
  bind(factors.confirmAuthenticator, confirmAuthenticator)
  bind(factors.getSecurity, getSecurity)
  bind(factors.createPasskeyRegistrationOptions, createPasskeyRegistrationOptions)
  bind(factors.removeAuthenticator, removeAuthenticator)
  bind(factors.removePasskey, removePasskey)
  bind(factors.renewRecoveryCodes, renewRecoveryCodes)
  bind(factors.startAuthenticator, startAuthenticator)
}
