import {
  changeEmail as changeEmailContract,
  changePassword as changePasswordContract,
  confirmResetPassword as confirmResetPasswordContract,
  deleteAccount as deleteAccountContract,
  exportAccount as exportAccountContract,
  listOwnOrders as listOwnOrdersContract,
  listOwnPromoters as listOwnPromotersContract,
  login as loginContract,
  logout as logoutContract,
  me as meContract,
  refreshToken,
  register as registerContract,
  resendVerification as resendVerificationContract,
  resetPassword as resetPasswordContract,
  showVerification as showVerificationContract,
  undoEmailChange as undoEmailChangeContract,
  updateProfile as updateProfileContract,
  verifyEmail as verifyEmailContract,
} from '#contracts/accounts.ts'
import {
  checkSiteName as checkSiteNameContract,
  openPromoter as openPromoterContract,
} from '#contracts/console/promoters.ts'
import {
  endAllSessions as endAllSessionsContract,
  endSession as endSessionContract,
  listSessions as listSessionsContract,
} from '#contracts/sessions.ts'
import {
  acceptInvitation as acceptInvitationContract,
  listOwnInvitations as listOwnInvitationsContract,
  showInvitation as showInvitationContract,
} from '#contracts/invitations.ts'
import { resendVerification, resetPassword } from '../accounts/ask-for-mail.ts'
import { changeEmail } from '../accounts/change-email.ts'
import { changePassword } from '../accounts/change-password.ts'
import { confirmResetPassword } from '../accounts/confirm-reset-password.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { endAllSessions, endSession } from '../accounts/end-session.ts'
import { exportAccount } from '../exports/export-account.ts'
import { listOwnOrders } from '../accounts/list-own-orders.ts'
import { listOwnPromoters } from '../accounts/list-own-promoters.ts'
import { listSessions } from '../accounts/list-sessions.ts'
import { login } from '../accounts/login.ts'
import { logout } from '../accounts/logout.ts'
import { me } from '../accounts/me.ts'
import { refreshSession } from '../accounts/refresh-session.ts'
import { register } from '../accounts/register.ts'
import { showVerification } from '../accounts/show-verification.ts'
import { undoEmailChange } from '../accounts/undo-email-change.ts'
import { updateProfile } from '../accounts/update-profile.ts'
import { verifyEmail } from '../accounts/verify-email.ts'
import { acceptInvitation } from '../invitations/accept-invitation.ts'
import { listOwnInvitations } from '../invitations/list-own-invitations.ts'
import { showInvitation } from '../invitations/show-invitation.ts'
import { checkSiteName } from '../promoters/check-site-name.ts'
import { openPromoter } from '../promoters/open-promoter.ts'
import type { Bind, BindSignedIn } from './bindings.ts'

export function bindAccounts(bind: Bind, bindSignedIn: BindSignedIn): void {
  bind(registerContract, register)
  bind(showVerificationContract, showVerification)
  bind(verifyEmailContract, verifyEmail)
  bind(undoEmailChangeContract, undoEmailChange)
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
  bindSignedIn(listOwnPromotersContract, listOwnPromoters)
  bindSignedIn(openPromoterContract, openPromoter)
  bindSignedIn(checkSiteNameContract, checkSiteName)
  bindSignedIn(exportAccountContract, exportAccount)
  bindSignedIn(deleteAccountContract, deleteAccount)
  bindSignedIn(listSessionsContract, listSessions)
  bindSignedIn(endSessionContract, endSession)
  bindSignedIn(endAllSessionsContract, endAllSessions)
  bind(showInvitationContract, showInvitation)
  bindSignedIn(listOwnInvitationsContract, listOwnInvitations)
  bindSignedIn(acceptInvitationContract, acceptInvitation)
}
