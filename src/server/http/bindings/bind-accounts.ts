import {
  changeEmail as changeEmailContract,
  changePassword as changePasswordContract,
  deleteAccount as deleteAccountContract,
  exportAccount as exportAccountContract,
  listOwnOrders as listOwnOrdersContract,
  listOwnPromoters as listOwnPromotersContract,
  me as meContract,
  updateProfile as updateProfileContract,
} from '#contracts/account/accounts.ts'
import {
  confirmResetPassword as confirmResetPasswordContract,
  login as loginContract,
  logout as logoutContract,
  register as registerContract,
  resendVerification as resendVerificationContract,
  resetPassword as resetPasswordContract,
  showVerification as showVerificationContract,
  undoEmailChange as undoEmailChangeContract,
  verifyEmail as verifyEmailContract,
} from '#contracts/account/sign-in.ts'
import { refreshToken } from '#contracts/platform/accounts.ts'
import {
  checkRegistration as checkRegistrationContract,
  checkSiteName as checkSiteNameContract,
  openPromoter as openPromoterContract,
} from '#contracts/console/promoters.ts'
import {
  endAllSessions as endAllSessionsContract,
  endSession as endSessionContract,
  listSessions as listSessionsContract,
} from '#contracts/account/sessions.ts'
import {
  acceptInvitation as acceptInvitationContract,
  listOwnInvitations as listOwnInvitationsContract,
  showInvitation as showInvitationContract,
} from '#contracts/account/invitations.ts'
import { resendVerification, resetPassword } from '#server/people/emails/request-account-mail.ts'
import { changeEmail } from '#server/people/emails/change-email.ts'
import { changePassword } from '#server/people/passwords/change-password.ts'
import { confirmResetPassword } from '#server/people/passwords/confirm-reset-password.ts'
import { deleteAccount } from '#server/people/accounts/delete-account.ts'
import { endAllSessions, endSession } from '#server/people/sessions/end-session.ts'
import { exportAccount } from '#server/reports/exports/export-account.ts'
import { listOwnTickets as listOwnTicketsContract } from '#contracts/account/own-tickets.ts'
import { listOwnTickets } from '#server/sales/own-orders/list-own-tickets.ts'
import { listOwnOrders } from '#server/people/accounts/list-own-orders.ts'
import { listOwnPromoters } from '#server/people/accounts/list-own-promoters.ts'
import { listSessions } from '#server/people/sessions/list-sessions.ts'
import { login } from '#server/people/sessions/login.ts'
import { logout } from '#server/people/sessions/logout.ts'
import { me } from '#server/people/accounts/me.ts'
import { refreshSession } from '#server/people/sessions/refresh-session.ts'
import { register } from '#server/people/emails/register.ts'
import { showVerification } from '#server/people/emails/show-verification.ts'
import { undoEmailChange } from '#server/people/emails/undo-email-change.ts'
import { updateProfile } from '#server/people/accounts/update-profile.ts'
import { verifyEmail } from '#server/people/emails/verify-email.ts'
import { acceptInvitation } from '#server/people/invitations/accept-invitation.ts'
import { listOwnInvitations } from '#server/people/invitations/list-own-invitations.ts'
import { showInvitation } from '#server/people/invitations/show-invitation.ts'
import { checkRegistration } from '#server/people/registration/decide-promoter-registration.ts'
import { checkSiteName } from '#server/people/promoters/check-site-name.ts'
import { openPromoter } from '#server/people/promoters/open-promoter.ts'
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
  bindSignedIn(listOwnTicketsContract, listOwnTickets)
  bindSignedIn(listOwnPromotersContract, listOwnPromoters)
  bindSignedIn(openPromoterContract, openPromoter)
  bindSignedIn(checkRegistrationContract, checkRegistration)
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
