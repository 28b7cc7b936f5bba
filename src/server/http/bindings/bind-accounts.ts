import * as accounts from '#contracts/account/accounts.ts'
import * as signIn from '#contracts/account/sign-in.ts'
import * as accountsContracts from '#contracts/platform/accounts.ts'
import * as promoters from '#contracts/console/promoters.ts'
import * as sessions from '#contracts/account/sessions.ts'
import * as invitations from '#contracts/account/invitations.ts'
import { resendVerification, resetPassword } from '#server/people/emails/request-account-mail.ts'
import { changeEmail } from '#server/people/emails/change-email.ts'
import { changePassword } from '#server/people/passwords/change-password.ts'
import { confirmResetPassword } from '#server/people/passwords/confirm-reset-password.ts'
import { deleteAccount } from '#server/people/accounts/delete-account.ts'
import { endAllSessions, endSession } from '#server/people/sessions/end-session.ts'
import { exportAccount } from '#server/reports/exports/export-account.ts'
import * as ownTickets from '#contracts/account/own-tickets.ts'
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
import type { Bind } from './bindings.ts'

export function bindAccounts(bind: Bind): void {
  bind(signIn.register, register)
  bind(signIn.showVerification, showVerification)
  bind(signIn.verifyEmail, verifyEmail)
  bind(signIn.undoEmailChange, undoEmailChange)
  bind(signIn.resendVerification, resendVerification)
  bind(signIn.login, login)
  bind(signIn.logout, logout)
  bind(accountsContracts.refreshToken, refreshSession)
  bind(signIn.resetPassword, resetPassword)
  bind(signIn.confirmResetPassword, confirmResetPassword)
  bind(accounts.me, me)
  bind(accounts.updateProfile, updateProfile)
  bind(accounts.changePassword, changePassword)
  bind(accounts.changeEmail, changeEmail)
  bind(accounts.listOwnOrders, listOwnOrders)
  bind(ownTickets.listOwnTickets, listOwnTickets)
  bind(accounts.listOwnPromoters, listOwnPromoters)
  bind(promoters.openPromoter, openPromoter)
  bind(promoters.checkRegistration, checkRegistration)
  bind(promoters.checkSiteName, checkSiteName)
  bind(accounts.exportAccount, exportAccount)
  bind(accounts.deleteAccount, deleteAccount)
  bind(sessions.listSessions, listSessions)
  bind(sessions.endSession, endSession)
  bind(sessions.endAllSessions, endAllSessions)
  bind(invitations.showInvitation, showInvitation)
  bind(invitations.listOwnInvitations, listOwnInvitations)
  bind(invitations.acceptInvitation, acceptInvitation)
}
