import {
  FACTOR_REMOVAL_DELAY_MS,
  type AccountAction,
  type RemovableFactor,
} from '#model/people/account-actions.ts'
import {
  formatSalutation,
  type MailContent,
  type MailPart,
} from '#server/messages/mail-content/mail-content.ts'

/**
 * Texts of emails about actions on an account. `factor_removal_requested` isn't included, because it has its own email.
 */
const ACCOUNT_ACTION_TEXTS: Readonly<Record<AccountAction, { heading: string; text: string }>> = {
  sessions_ended: {
    heading: 'You were signed out everywhere',
    text: 'we signed your account out on all devices. You can sign in again at any time.',
  },
  locked: {
    heading: 'Your account was locked',
    text: 'we locked your account. It was signed out on all devices, and no one can sign in to it. Tickets and orders stay available through the links in their emails. Write to the site’s contact address if you have any questions.',
  },
  unlocked: {
    heading: 'Your account was unlocked',
    text: 'we unlocked your account. You can sign in again.',
  },
  email_restored: {
    heading: 'Your email address was restored',
    text: 'we undid the last change of your account’s email address, so it’s this address again. All devices were signed out, and all passkeys, the authenticator app and the recovery codes were removed. We’ve sent another email with a link to choose a new password.',
  },
  factor_removal_requested: { heading: 'Two-factor authentication will be removed', text: '' },
  factor_kept: {
    heading: 'Two-factor authentication was kept',
    text: 'the removal of two-factor authentication from your account was cancelled. Nothing has changed.',
  },
  factor_removed: {
    heading: 'Two-factor authentication was removed',
    text: 'we removed two-factor authentication from your account, as requested three days ago, and signed your account out on all devices. Sign in with your password, then set it up again.',
  },
}

/** Actions after which the email asks the owner to sign in. */
const SIGN_IN_NEXT: ReadonlySet<AccountAction> = new Set(['sessions_ended', 'unlocked', 'factor_removed'])

export function accountActionMail(to: {
  firstName: string
  siteName: string
  action: AccountAction
  when: string
  loginUrl: string
  resetUrl: string
}): MailContent {
  const { heading, text } = ACCOUNT_ACTION_TEXTS[to.action]
  const next: MailPart[] = SIGN_IN_NEXT.has(to.action)
    ? [{ kind: 'action', label: 'Sign in', url: to.loginUrl }]
    : []
  return {
    subject: heading,
    preview: `By the team of ${to.siteName}, ${to.when}`,
    heading,
    parts: [
      { kind: 'words', text: `${formatSalutation(to.firstName)}, ${text}` },
      { kind: 'facts', rows: [['When', to.when]] },
      ...next,
      {
        kind: 'more',
        text: 'Do you think that someone else knows your password?',
        link: { label: 'Choose a new password', url: to.resetUrl },
      },
    ],
    reason: `You’re receiving this email because the team of ${to.siteName} made a change to your account.`,
  }
}

const FACTORS: Readonly<Record<RemovableFactor, string>> = {
  authenticator: 'the authenticator app and the recovery codes',
  passkeys: 'all passkeys',
}
const hours = FACTOR_REMOVAL_DELAY_MS / 3_600_000

export const factorRemovalMail = (to: {
  firstName: string
  siteName: string
  factor: RemovableFactor
  keepUrl: string
  resetUrl: string
}): MailContent => ({
  subject: 'Two-factor authentication will be removed from your account in three days',
  preview: 'If you didn’t ask for this, cancel it now.',
  heading: 'Two-factor authentication will be removed',
  parts: [
    {
      kind: 'words',
      text: `${formatSalutation(to.firstName)}, someone told the team of ${to.siteName} that they can’t sign in to your account any more because their passkey or authenticator app was lost. In ${hours} hours, we’ll remove ${FACTORS[to.factor]} and sign your account out on all devices. After that, your password is enough to sign in.`,
    },
    {
      kind: 'words',
      text: 'If this was you, no action is needed. If not, cancel it now and choose a new password. Signing in with your passkey or authenticator app cancels it, too.',
    },
    { kind: 'action', label: 'Keep two-factor authentication', url: to.keepUrl },
    {
      kind: 'more',
      text: 'Do you think that someone else knows your password?',
      link: { label: 'Choose a new password', url: to.resetUrl },
    },
  ],
  reason:
    'You’re receiving this email because the removal of two-factor authentication from your account was requested.',
})

export const accountDeletedMail = (siteName: string): MailContent => ({
  subject: 'Your account was deleted',
  preview: `Your account at ${siteName} was deleted, as requested.`,
  heading: 'Your account was deleted',
  parts: [
    {
      kind: 'words',
      text: `As requested, the team of ${siteName} deleted your account with its personal data. Tickets that you bought stay valid.`,
    },
  ],
  reason:
    'You’re receiving this email because this was your account’s address. This is the last email we send to this address.',
})
