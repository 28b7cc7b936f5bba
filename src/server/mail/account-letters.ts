import { UNDO_EMAIL_LINK_SECONDS, RESET_LINK_SECONDS, VERIFY_LINK_SECONDS } from '#model/accounts.ts'
import { hello, type Letter } from './letter.ts'
import type { FactorChange } from './mail-facts.ts'

const days = VERIFY_LINK_SECONDS / 86_400
const minutes = RESET_LINK_SECONDS / 60

const NOT_YOU = 'If this wasn’t you, you need do nothing: without the link nothing happens.'

export const verifyLetter = (to: { firstName: string; siteName: string; url: string }): Letter => ({
  subject: 'Confirm your e-mail address',
  preview: `One tap, and your ${to.siteName} account is ready.`,
  heading: hello(to.firstName),
  parts: [
    { kind: 'words', text: 'Confirm that this is your e-mail address, and your account is ready.' },
    { kind: 'action', label: 'Confirm this address', url: to.url },
    { kind: 'aside', text: `The link works once, for ${days} days. ${NOT_YOU}` },
  ],
  reason: 'You get this e-mail because somebody registered with this address.',
})

export const knownAddressLetter = (to: {
  firstName: string
  siteName: string
  loginUrl: string
  resetUrl: string
}): Letter => ({
  subject: 'You already have an account',
  preview: `Somebody used your address for a ${to.siteName} account. You have one.`,
  heading: 'You already have an account',
  parts: [
    {
      kind: 'words',
      text: `${hello(to.firstName)}, somebody has just entered this e-mail address for an account. It is yours already, so nothing has changed. Sign in with the password you have.`,
    },
    { kind: 'action', label: 'Sign in', url: to.loginUrl },
    {
      kind: 'more',
      text: 'Don’t know the password any more?',
      link: { label: 'Choose a new one', url: to.resetUrl },
    },
    {
      kind: 'aside',
      text: 'If this wasn’t you, you need do nothing. Nobody was told that you have an account.',
    },
  ],
  reason: 'You get this e-mail because your address was entered again.',
})

export const resetLetter = (to: { firstName: string; url: string }): Letter => ({
  subject: 'Choose a new password',
  preview: `The link works once, for ${minutes} minutes.`,
  heading: hello(to.firstName),
  parts: [
    {
      kind: 'words',
      text: 'Somebody asked for a new password for your account. If it was you, choose it here. You will be signed out everywhere else.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.url },
    {
      kind: 'aside',
      text: `The link works once, for ${minutes} minutes. If this wasn’t you, you need do nothing: your password stays as it is.`,
    },
  ],
  reason: 'You get this e-mail because a new password was asked for.',
})

export const newAddressLetter = (to: { firstName: string; email: string; url: string }): Letter => ({
  subject: 'Confirm your new e-mail address',
  preview: 'Your account moves here when you confirm.',
  heading: hello(to.firstName),
  parts: [
    {
      kind: 'words',
      text: `Your account is to move to ${to.email}. It does when you confirm; until then the old address stays.`,
    },
    { kind: 'action', label: 'Confirm this address', url: to.url },
    { kind: 'aside', text: `The link works once, for ${days} days. ${NOT_YOU}` },
  ],
  reason: 'You get this e-mail because this address was entered for an account.',
})

export const addressChangedLetter = (to: {
  firstName: string
  oldEmail: string
  newEmail: string
  undoUrl: string
}): Letter => ({
  subject: 'Your e-mail address was changed',
  preview: `You now sign in with ${to.newEmail}.`,
  heading: 'Your e-mail address was changed',
  parts: [
    {
      kind: 'words',
      text: `${hello(to.firstName)}, your account has a new e-mail address. You sign in with it from now on, and we write there.`,
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
    { kind: 'aside', text: `The link works once, for ${UNDO_EMAIL_LINK_SECONDS / 86_400} days.` },
  ],
  reason: 'You get this e-mail, the last at this address, because it was your account’s.',
})

export const passwordChangedLetter = (to: { firstName: string; when: string; resetUrl: string }): Letter => ({
  subject: 'Your password was changed',
  preview: 'If it was you, all is well.',
  heading: 'Your password was changed',
  parts: [
    {
      kind: 'words',
      text: `${hello(to.firstName)}, the password of your account was changed on ${to.when}. If it was you, all is well.`,
    },
    {
      kind: 'words',
      text: 'If it wasn’t, take your account back now: choose a new password. Whoever is signed in is signed out by it.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.resetUrl },
  ],
  reason: 'You get this e-mail because your password was changed.',
})

const FACTOR_CHANGE_TEXTS: Readonly<Record<FactorChange, string>> = {
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
  authenticator_added: 'An authenticator app was added to your account',
  authenticator_removed: 'The authenticator app was removed from your account',
  recovery_codes_renewed: 'New recovery codes were made for your account',
}

export const factorChangedLetter = (to: {
  firstName: string
  change: FactorChange
  when: string
  securityUrl: string
  resetUrl: string
}): Letter => ({
  subject: FACTOR_CHANGE_TEXTS[to.change],
  preview: 'If it was you, there is nothing to do.',
  heading: FACTOR_CHANGE_TEXTS[to.change],
  parts: [
    {
      kind: 'words',
      text: `${hello(to.firstName)}, this is about how you sign in. If it was you, there is nothing to do.`,
    },
    { kind: 'facts', rows: [['When', to.when]] },
    {
      kind: 'words',
      text: 'If it wasn’t, choose a new password: that signs out everyone. Then check your passkeys and your authenticator app.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.resetUrl },
    { kind: 'more', text: 'Not sure?', link: { label: 'Check how you sign in', url: to.securityUrl } },
  ],
  reason: 'You get this e-mail because of a change to how your account is signed in to.',
})

export const newSignInLetter = (to: {
  firstName: string
  device: string
  when: string
  securityUrl: string
  resetUrl: string
}): Letter => ({
  subject: 'New sign-in to your account',
  preview: `${to.device}, ${to.when}`,
  heading: 'New sign-in to your account',
  parts: [
    {
      kind: 'words',
      text: `${hello(to.firstName)}, somebody signed in to your account on a device that is new to us.`,
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
      text: 'If it was you, there is nothing to do. If it wasn’t, choose a new password: that signs out everybody.',
    },
    { kind: 'action', label: 'Choose a new password', url: to.resetUrl },
    {
      kind: 'more',
      text: 'Not sure?',
      link: { label: 'See where you are signed in', url: to.securityUrl },
    },
  ],
  reason: 'You get this e-mail because of a sign-in on a new device.',
})
