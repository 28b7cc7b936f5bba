import {
  removeAvatar as removeAvatarContract,
  uploadAvatar as uploadAvatarContract,
} from '#contracts/account/accounts.ts'
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
import type { Bind, BindSignedIn, BindUpload } from './bindings.ts'

export function bindSecondFactors(bind: Bind, bindSignedIn: BindSignedIn, bindUpload: BindUpload): void {
  bindSignedIn(removeAvatarContract, removeAvatar)
  bindUpload(uploadAvatarContract, uploadAvatar, AVATAR_UPLOAD_LIMIT)

  bind(factors.keepSecondFactors, keepSecondFactors)
  bindSignedIn(factors.keepOwnSecondFactors, keepOwnSecondFactors)
  bind(factors.passkeyLogin, passkeyLogin)
  bind(factors.createPasskeyAuthenticationOptions, createPasskeyAuthenticationOptions)
  bindSignedIn(factors.addPasskey, addPasskey)
  bindSignedIn(factors.confirmAuthenticator, confirmAuthenticator)
  bindSignedIn(factors.getSecurity, getSecurity)
  bindSignedIn(factors.createPasskeyRegistrationOptions, createPasskeyRegistrationOptions)
  bindSignedIn(factors.removeAuthenticator, removeAuthenticator)
  bindSignedIn(factors.removePasskey, removePasskey)
  bindSignedIn(factors.renewRecoveryCodes, renewRecoveryCodes)
  bindSignedIn(factors.startAuthenticator, startAuthenticator)
}
