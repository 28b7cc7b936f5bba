import {
  changeEmail as changeEmailContract,
  changePassword as changePasswordContract,
  confirmResetPassword as confirmResetPasswordContract,
  deleteAccount as deleteAccountContract,
  exportAccount as exportAccountContract,
  listOwnOrders as listOwnOrdersContract,
  login as loginContract,
  logout as logoutContract,
  me as meContract,
  refreshToken,
  register as registerContract,
  resendVerification as resendVerificationContract,
  resetPassword as resetPasswordContract,
  updateProfile as updateProfileContract,
  verifyEmail as verifyEmailContract,
  removeAvatar as removeAvatarContract,
  uploadAvatar as uploadAvatarContract,
} from '#contracts/accounts.ts'
import {
  endAllSessions as endAllSessionsContract,
  endSession as endSessionContract,
  listSessions as listSessionsContract,
} from '#contracts/sessions.ts'
import { resendVerification, resetPassword } from '../accounts/ask-for-mail.ts'
import { changeEmail } from '../accounts/change-email.ts'
import { changePassword } from '../accounts/change-password.ts'
import { confirmResetPassword } from '../accounts/confirm-reset-password.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { endAllSessions, endSession } from '../accounts/end-session.ts'
import { exportAccount } from '../accounts/export-account.ts'
import { listOwnOrders } from '../accounts/list-own-orders.ts'
import { listSessions } from '../accounts/list-sessions.ts'
import { login } from '../accounts/login.ts'
import { logout } from '../accounts/logout.ts'
import { me } from '../accounts/me.ts'
import { refreshSession } from '../accounts/refresh-session.ts'
import { register } from '../accounts/register.ts'
import { updateProfile } from '../accounts/update-profile.ts'
import { verifyEmail } from '../accounts/verify-email.ts'
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

/** Of pictures. */
const MOST_BYTES = 8 * 1024 * 1024

/** Accounts, sessions, second factors. */
export function bindAccounts(bind: Bind, bindSignedIn: BindSignedIn, bindUpload: BindUpload): void {
  bind(registerContract, register)
  bind(verifyEmailContract, verifyEmail)
  bind(resendVerificationContract, resendVerification)
  bind(loginContract, login)
  bind(logoutContract, logout)
  bind(refreshToken, refreshSession)
  bind(resetPasswordContract, resetPassword)
  bind(confirmResetPasswordContract, confirmResetPassword)
  bindSignedIn(meContract, me)
  bindSignedIn(updateProfileContract, updateProfile)
  bindSignedIn(changePasswordContract, changePassword)
  bindSignedIn(changeEmailContract, changeEmail)
  bindSignedIn(listOwnOrdersContract, listOwnOrders)
  bindSignedIn(exportAccountContract, exportAccount)
  bindSignedIn(deleteAccountContract, deleteAccount)
  bindSignedIn(listSessionsContract, listSessions)
  bindSignedIn(endSessionContract, endSession)
  bindSignedIn(endAllSessionsContract, endAllSessions)
  bindSignedIn(removeAvatarContract, removeAvatar)
  bindUpload(uploadAvatarContract, uploadAvatar, MOST_BYTES)

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
