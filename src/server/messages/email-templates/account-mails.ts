import { UNDO_EMAIL_LINK_SECONDS, RESET_LINK_SECONDS, VERIFY_LINK_SECONDS } from '#model/people/accounts.ts'
import { formatSalutation, type MailContent } from '#server/messages/mail-content/mail-content.ts'
import type { FactorChange } from '#server/platform/outbox/mail-facts.ts'

const days = VERIFY_LINK_SECONDS / 86_400
const minutes = RESET_LINK_SECONDS / 60

const NOT_YOU = 'If this wasn’t you, you can ignore this email.'

export const verifyEmailMail = (to: { firstName: string; siteName: string; url: string }): MailContent => ({
  subject: 'Verify your email address',
  preview: `Verify your address to activate your ${to.siteName} account.`,
  heading: formatSalutation(to.firstName),
  parts: [
    { kind: 'words', text: 'Verify your email address to activate your account.' },
    { kind: 'action', label: 'Verify email address', url: to.url },
    { kind: 'aside', text: `The link can be used once and expires in ${days} days. ${NOT_YOU}` },
  ],
  reason: 'You’re receiving this email because someone registered with this address.',
})

export const existingAccountMail = (to: {
  firstName: string
  siteName: string
  loginUrl: string
  resetUrl: string
}): MailContent => ({
  subject: 'You already have an account',
  preview: `Someone tried to register with your address. You already have a ${to.siteName} account.`,
  heading: 'You already have an account',
  parts: [
    {
      kind: 'words',
      text: `${formatSalutation(to.firstName)}, someone just tried to register with this email address. You already have an account, and nothing has changed. Sign in with your password.`,
    },
    { kind: 'action', label: 'Sign in', url: to.loginUrl },
    {
      kind: 'more',
      text: 'Forgot your password?',
      link: { label: 'Reset password', url: to.resetUrl },
    },
    {
      kind: 'aside',
      text: 'If this wasn’t you, you can ignore this email. We didn’t reveal that you have an account.',
    },
  ],
  reason: 'You’re receiving this email because someone tried to register with your address.',
})

export const resetPasswordMail = (to: { firstName: string; url: string }): MailContent => ({
  subject: 'Choose a new password',
  preview: `The link can be used once and expires in ${minutes} minutes.`,
  heading: formatSalutation(to.firstName),
  parts: [
    {
      kind: 'words',
      text: 'We received a request to reset your password. Choose a new one here. You’ll be signed out on all other devices.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.url },
    {
      kind: 'aside',
      text: `The link can be used once and expires in ${minutes} minutes. If this wasn’t you, you can ignore this email: your password stays the same.`,
    },
  ],
  reason: 'You’re receiving this email because a password reset was requested.',
})

export const verifyNewEmailMail = (to: { firstName: string; email: string; url: string }): MailContent => ({
  subject: 'Verify your new email address',
  preview: 'Verify it to finish changing your email address.',
  heading: formatSalutation(to.firstName),
  parts: [
    {
      kind: 'words',
      text: `You asked to change your email address to ${to.email}. Verify it to finish; until then, the old address stays in use.`,
    },
    { kind: 'action', label: 'Verify email address', url: to.url },
    { kind: 'aside', text: `The link can be used once and expires in ${days} days. ${NOT_YOU}` },
  ],
  reason: 'You’re receiving this email because this address was entered for an account.',
})

export const emailChangedMail = (to: {
  firstName: string
  oldEmail: string
  newEmail: string
  undoUrl: string
}): MailContent => ({
  subject: 'Your email address was changed',
  preview: `You now sign in with ${to.newEmail}.`,
  heading: 'Your email address was changed',
  parts: [
    {
      kind: 'words',
      text: `${formatSalutation(to.firstName)}, your account has a new email address. Use it to sign in from now on; we’ll send all emails there.`,
    },
    {
      kind: 'facts',
      rows: [
        ['Before', to.oldEmail],
        ['Now', to.newEmail],
      ],
    },
    {
      kind: 'words',
      text: 'If this wasn’t you, someone has your password. Undo the change and choose a new password: this signs everyone out and removes all passkeys, the authenticator app and the recovery codes.',
    },
    { kind: 'action', label: 'Undo the change', url: to.undoUrl },
    {
      kind: 'aside',
      text: `The link can be used once and expires in ${UNDO_EMAIL_LINK_SECONDS / 86_400} days.`,
    },
  ],
  reason:
    'You’re receiving this email because this was your account’s address. This is the last email we send to this address.',
})

export const passwordChangedMail = (to: {
  firstName: string
  when: string
  resetUrl: string
}): MailContent => ({
  subject: 'Your password was changed',
  preview: 'If this was you, no action is needed.',
  heading: 'Your password was changed',
  parts: [
    {
      kind: 'words',
      text: `${formatSalutation(to.firstName)}, the password of your account was changed on ${to.when}. If this was you, no action is needed.`,
    },
    {
      kind: 'words',
      text: 'If this wasn’t you, choose a new password now. This signs out all devices.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.resetUrl },
  ],
  reason: 'You’re receiving this email because your password was changed.',
})

const FACTOR_CHANGE_TEXTS: Readonly<Record<FactorChange, string>> = {
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  authenticator_added: 'An authenticator app was added to your account',
  authenticator_removed: 'The authenticator app was removed from your account',
  recovery_codes_renewed: 'New recovery codes were created for your account',
}

export const factorChangedMail = (to: {
  firstName: string
  change: FactorChange
  when: string
  securityUrl: string
  resetUrl: string
}): MailContent => ({
  subject: FACTOR_CHANGE_TEXTS[to.change],
  preview: 'If this was you, no action is needed.',
  heading: FACTOR_CHANGE_TEXTS[to.change],
  parts: [
    {
      kind: 'words',
      text: `${formatSalutation(to.firstName)}, your sign-in methods have changed. If this was you, no action is needed.`,
    },
    { kind: 'facts', rows: [['When', to.when]] },
    {
      kind: 'words',
      text: 'If this wasn’t you, choose a new password: this signs out all devices. Then check your passkeys and authenticator app.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.resetUrl },
    { kind: 'more', text: 'Not sure?', link: { label: 'Review your sign-in methods', url: to.securityUrl } },
  ],
  reason: 'You’re receiving this email because your account’s sign-in methods have changed.',
})

export const newSignInMail = (to: {
  firstName: string
  device: string
  when: string
  securityUrl: string
  resetUrl: string
}): MailContent => ({
  subject: 'New sign-in to your account',
  preview: `${to.device}, ${to.when}`,
  heading: 'New sign-in to your account',
  parts: [
    {
      kind: 'words',
      text: `${formatSalutation(to.firstName)}, someone signed in to your account on a new device.`,
    },
    {
      kind: 'facts',
      rows: [
        ['Device', to.device],
        ['When', to.when],
      ],
    },
    {
      kind: 'words',
      text: 'If this was you, no action is needed. If not, choose a new password: this signs out all devices.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.resetUrl },
    {
      kind: 'more',
      text: 'Not sure?',
      link: { label: 'Review your devices', url: to.securityUrl },
    },
  ],
  reason: 'You’re receiving this email because of a sign-in on a new device.',
})
