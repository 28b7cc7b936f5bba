import * as z from 'zod/mini'
import { emailAddress, personName, phoneNumber } from './people.ts'

export const PASSWORD_MIN_LENGTH = 10
/** Maximum length of a password. Long enough for passphrases; the limit prevents denial of service by slow hashing. */
export const PASSWORD_MAX_LENGTH = 256

/** A new password. The server also checks it against lists of common passwords. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `Use ${PASSWORD_MIN_LENGTH} characters or more.`),
    z.maxLength(PASSWORD_MAX_LENGTH, `Use ${PASSWORD_MAX_LENGTH} characters at most.`),
  )

export interface PersonalData {
  email: string
  firstName: string
  lastName: string
  siteName?: string
}

const COMMON_WORDS = [
  'foyer',
  'ticket',
  'tickets',
  'ticketing',
  'event',
  'events',
  'promoter',
  'customer',
  'staff',
]

/**
 * True when the password is the person's email address or name, the site's name or a common word in ticketing, in any
 * spelling.
 */
export function isPersonalPassword(password: string, person: PersonalData): boolean {
  const { email, firstName, lastName, siteName = '' } = person
  const words = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const [mailbox = ''] = email.split('@')
  const names = [email, mailbox, firstName + lastName, lastName + firstName, firstName, lastName, siteName]
  const known = new Set([...names, ...COMMON_WORDS].map(words))
  const given = [words(password), words(trimToLetters(password))]
  return given.some((each) => each !== '' && known.has(each))
}

/** Removes digits and punctuation at both ends: 'Summer2026!' → 'summer'. */
export function trimToLetters(password: string): string {
  const signs = Array.from(password.toLowerCase())
  const isLetter = (sign: string): boolean => /\p{L}/u.test(sign)
  return signs.slice(Math.max(0, signs.findIndex(isLetter)), signs.findLastIndex(isLetter) + 1).join('')
}

/** A password entered at sign-in. Only the server checks it. */
export const enteredPassword = z
  .string()
  .check(z.minLength(1, 'Enter your password.'), z.maxLength(PASSWORD_MAX_LENGTH))

/** Specification §3, Customer. Times are in ISO 8601. */
export const customer = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  isEmailVerified: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  settings: z.object({ avatarUrl: z.string() }),
  staff: z.object({
    isStaff: z.boolean(),
    permissions: z.array(z.string()),
    /**
     * True when a promoter that this account works for requires a second factor and the account has none. Until it
     * has one, it has no staff access at that promoter.
     */
    needsSecondFactor: z.optional(z.boolean()),
    /**
     * True for addresses in the setting STAFF_HINT_EMAILS. The interface then shows staff pages first. Grants no
     * permissions.
     */
    isHinted: z.optional(z.boolean()),
  }),
})
export type Customer = z.infer<typeof customer>

export const profileFields = z.object({
  firstName: personName('your first name'),
  lastName: personName('your last name'),
  phone: z._default(phoneNumber, ''),
})

/**
 * Specification §3, payload of registration. The specification can be read as requiring `confirmPassword` or
 * `domain`, so both are optional.
 */
export const registration = z
  .object({
    firstName: personName('your first name'),
    lastName: personName('your last name'),
    email: emailAddress,
    password: newPassword,
    confirmPassword: z.optional(z.string().check(z.maxLength(PASSWORD_MAX_LENGTH))),
    phone: z._default(phoneNumber, ''),
    domain: z.optional(z.string().check(z.maxLength(253))),
  })
  .check(
    z.refine((given) => given.confirmPassword === undefined || given.confirmPassword === given.password, {
      path: ['confirmPassword'],
      error: 'The passwords don’t match.',
    }),
  )

/** Claims of an access token (specification §6). Times are in seconds since the epoch. */
export const accessClaims = z.object({
  sub: z.string(),
  /** Session id. When the session ends, all of its tokens are invalid. */
  sid: z.string(),
  exp: z.number(),
  iat: z.number(),
  isStaff: z.boolean(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
})
export type AccessClaims = z.infer<typeof accessClaims>

/**
 * Lifetime of an access token in seconds. Shorter than the other lifetimes, because the token is in the browser's
 * storage (specification §3).
 */
export const ACCESS_TOKEN_SECONDS = 3600
/** Lifetime of the auth cookie in seconds (specification §9). */
export const AUTH_COOKIE_SECONDS = 86_400
/** Lifetime of staff cookies in seconds: 7 days (specification §9). */
export const STAFF_COOKIE_SECONDS = 604_800
/** A session ends after `idleSeconds` without a refresh, at the latest `totalSeconds` after sign-in. */
export const SESSION_LIMITS = {
  customer: { idleSeconds: 14 * 86_400, totalSeconds: 30 * 86_400 },
  /**
   * Limits of accounts that work for a promoter. `totalSeconds` is the lifetime of the staff cookies (specification
   * §9).
   */
  member: { idleSeconds: 3 * 86_400, totalSeconds: STAFF_COOKIE_SECONDS },
} as const

/** Returns when a session last used at `now` ends unless it is refreshed, in milliseconds since the epoch. */
export function sessionEnd(session: { startedAt: number; now: number; isMember: boolean }): number {
  const { idleSeconds, totalSeconds } = SESSION_LIMITS[session.isMember ? 'member' : 'customer']
  return Math.min(session.now + idleSeconds * 1000, session.startedAt + totalSeconds * 1000)
}

export const VERIFY_LINK_SECONDS = 3 * 86_400
export const RESET_LINK_SECONDS = 3600
export const UNDO_EMAIL_LINK_SECONDS = 7 * 86_400

/** Matches 1 to 40 letters, marks, spaces, apostrophes and hyphens. Such a name can't contain an address, a number or a link. */
export const PLAIN_NAME = /^[\p{L}\p{M} '’-]{1,40}$/u

/** Returns the name when it is safe to show to strangers, '' otherwise. */
export const plainNameOrEmpty = (name: string): string => (PLAIN_NAME.test(name) ? name : '')
