import {
  removeAvatar as removeAvatarContract,
  uploadAvatar as uploadAvatarContract,
} from '#contracts/accounts.ts'
import * as factors from '#contracts/second-factors.ts'
import { addPasskey } from '../accounts/add-passkey.ts'
import { confirmAuthenticator } from '../accounts/confirm-authenticator.ts'
import { getSecurity } from '../accounts/get-security.ts'
import { offerPasskeyLogin } from '../accounts/offer-passkey-login.ts'
import { offerPasskey } from '../accounts/offer-passkey.ts'
import { passkeyLogin } from '../accounts/passkey-login.ts'
import { removeAuthenticator } from '../accounts/remove-authenticator.ts'
import { removeAvatar } from '../accounts/remove-avatar.ts'
import { removePasskey } from '../accounts/remove-passkey.ts'
import { renewRecoveryCodes } from '../accounts/renew-recovery-codes.ts'
import { startAuthenticator } from '../accounts/start-authenticator.ts'
import { uploadAvatar } from '../accounts/upload-avatar.ts'
import type { Bind, BindSignedIn, BindUpload } from './bindings.ts'

export function bindSecondFactors(bind: Bind, bindSignedIn: BindSignedIn, bindUpload: BindUpload): void {
  bindSignedIn(removeAvatarContract, removeAvatar)
  bindUpload(uploadAvatarContract, uploadAvatar)

  bind(factors.passkeyLogin, passkeyLogin)
  bind(factors.passkeyLoginOptions, offerPasskeyLogin)
  bindSignedIn(factors.addPasskey, addPasskey)
  bindSignedIn(factors.confirmAuthenticator, confirmAuthenticator)
  bindSignedIn(factors.getSecurity, getSecurity)
  bindSignedIn(factors.passkeyOptions, offerPasskey)
  bindSignedIn(factors.removeAuthenticator, removeAuthenticator)
  bindSignedIn(factors.removePasskey, removePasskey)
  bindSignedIn(factors.renewRecoveryCodes, renewRecoveryCodes)
  bindSignedIn(factors.startAuthenticator, startAuthenticator)
}
