/** Errors about accounts, sessions, promoters and their members, by code. */
export const ACCOUNT_ERRORS = {
  UNAUTHENTICATED: [401, 'Sign in to continue.'],
  SESSION_ENDED: [401, 'Your session has ended. Sign in again.'],
  INVALID_CREDENTIALS: [401, 'The email address or password is wrong.'],
  SECOND_FACTOR_REQUIRED: [401, 'Enter the code from your authenticator app.'],
  SECOND_FACTOR_WRONG: [403, 'This code is wrong or has already been used.'],
  SECOND_FACTOR_FIRST: [
    403,
    'Your role requires two-factor authentication. To make this change, sign in again with your passkey or a code from your authenticator app.',
  ],
  SECOND_FACTOR_NEEDED: [403, 'Turn on two-factor authentication for your account first, then try again.'],
  PASSWORD_WRONG: [403, 'Your password is wrong.'],
  PASSWORD_REQUIRED: [403, 'Enter your account’s password, or sign in and open the link again.'],
  LINK_INVALID: [410, 'This link has expired or has already been used. Request a new one.'],
  PASSKEY_REFUSED: [403, 'This passkey wasn’t accepted. Try again or use another one.'],
  PASSKEYS_FULL: [409, 'You’ve reached the limit of 20 passkeys. Remove one first.'],
  PICTURE_REFUSED: [422, 'Upload a JPEG, PNG, WebP or AVIF image of at most 40 megapixels.'],
  EMAIL_NOT_VERIFIED: [403, 'Verify your email address first, using the link we emailed you.'],
  REGISTRATION_CLOSED: [403, 'New organisers can’t join this site at the moment.'],
  INVITATION_REQUIRED: [
    403,
    'New organisers join this site by invitation. Ask the people who run it to invite your email address.',
  ],
  APPROVAL_PENDING: [
    409,
    'Your account as an organiser is being reviewed. You can prepare everything; you can publish once it’s approved.',
  ],
  APPROVAL_REFUSED: [409, 'Your account as an organiser wasn’t approved, so you can’t publish events.'],
  PROMOTER_SUSPENDED: [
    409,
    'Your storefront is suspended, so you can’t publish events or request payouts. Contact the people who run this site.',
  ],
  PROMOTER_MOVED: [
    409,
    'This promoter’s status has changed since you opened this page. Reload the page and try again.',
  ],
  SINGLE_PROMOTER_ONLY: [409, 'This is only possible while at most one promoter exists.'],
  SUPPORT_RUNNING: [409, 'You’re already acting for a promoter. Stop acting for it first.'],
  SITE_NAME_TAKEN: [409, 'This site name is taken. Choose another one.'],
  ALREADY_MEMBER: [
    409,
    'This person is already a member of your team. Change their role in the list instead.',
  ],
  INVITATION_THERE: [409, 'This email address has already been invited. Resend the invitation or revoke it.'],
  INVITATION_FOR_ANOTHER: [
    403,
    'This invitation was sent to another email address. Sign in with the account for that address.',
  ],
  LAST_OWNER: [409, 'A promoter needs at least one owner. Make another member an owner first.'],
  STAFF_FULL: [409, 'You’ve reached the limit of 500 members and pending invitations.'],
  OWN_ACCOUNT: [409, 'You can’t do this to your own account. Ask another operator.'],
  OPERATOR_ACCOUNT: [
    409,
    'This account belongs to an operator. Remove the role first, with “foyer operator remove” on the server.',
  ],
  FACTOR_MISSING: [409, 'This sign-in method isn’t set up for this account.'],
  SOLE_OPERATOR: [409, 'You’re the only operator of this site. Make another account an operator first.'],
  SOLE_OWNER: [
    409,
    'You’re the only owner of a promoter. Make another member an owner before you delete your account.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>
