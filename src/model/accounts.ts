import * as z from 'zod/mini'
import { emailAddress, personName, phoneNumber } from './people.ts'

export const PASSWORD_MIN_LENGTH = 10
/** Long enough for any passphrase, short enough that hashing it is no work to attack with. */
export const PASSWORD_MAX_LENGTH = 256

/** A password that is being chosen. Whether it is a common one is known on the server only. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `Use ${PASSWORD_MIN_LENGTH} characters or more.`),
    z.maxLength(PASSWORD_MAX_LENGTH, `Use ${PASSWORD_MAX_LENGTH} characters at most.`),
  )

/** What a person's password must not be. */
export interface PersonWords {
  email: string
  firstName: string
  lastName: string
  /** Of the site that they are on. */
  siteName?: string
}

/** What attackers try at a ticket shop first, beside its name. */
const SHOP_WORDS = [
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
 * Whether the password is the person's own address or name, or the site's name or another word of a ticket shop, however it is spelled or
 * joined, and whatever digits and signs stand around it.
 */
export function isAboutPerson(password: string, person: PersonWords): boolean {
  const { email, firstName, lastName, siteName = '' } = person
  const words = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const [mailbox = ''] = email.split('@')
  const names = [email, mailbox, firstName + lastName, lastName + firstName, firstName, lastName, siteName]
  const known = new Set([...names, ...SHOP_WORDS].map(words))
  const given = [words(password), words(withoutEnds(password))]
  return given.some((each) => each !== '' && known.has(each))
}

/** Without the digits and signs at its beginning and end: 'Summer2026!' → 'summer'. */
export function withoutEnds(password: string): string {
  const signs = Array.from(password.toLowerCase())
  const isLetter = (sign: string): boolean => /\p{L}/u.test(sign)
  return signs.slice(Math.max(0, signs.findIndex(isLetter)), signs.findLastIndex(isLetter) + 1).join('')
}

/** A password that is being entered: what is wrong about it is for the server to say. */
export const enteredPassword = z
  .string()
  .check(z.minLength(1, 'Enter your password.'), z.maxLength(PASSWORD_MAX_LENGTH))

/** Specification §3, Customer. Times in ISO 8601. */
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
    /** A promoter asks for a second factor, and this account has none yet: until then it is no staff there. */
    needsSecondFactor: z.optional(z.boolean()),
    /** A setting of the server's: show staff's things first. It grants nothing. */
    isHinted: z.optional(z.boolean()),
  }),
})
export type Customer = z.infer<typeof customer>

export const profileFields = z.object({
  firstName: personName('your first name'),
  lastName: personName('your last name'),
  phone: z._default(phoneNumber, ''),
})

/** Specification §3, register payload: with `confirmPassword` in one reading, with `domain` in the other; neither is required. */
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

/** Specification §6: what an access token says. Times in seconds since the epoch. */
export const accessClaims = z.object({
  /** The account. */
  sub: z.string(),
  /** The session: it ends for every token of it at once. */
  sid: z.string(),
  exp: z.number(),
  iat: z.number(),
  isStaff: z.boolean(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
})
export type AccessClaims = z.infer<typeof accessClaims>

/** Lifetimes. The access token's is the shortest: it is what browser storage holds (specification §3). */
export const ACCESS_TOKEN_SECONDS = 3600
/** Specification §9, auth cookie lifetime. */
export const AUTH_COOKIE_SECONDS = 86_400
/** Specification §9, staff cookies: 7 days. */
export const STAFF_COOKIE_SECONDS = 604_800
/** A session ends when it isn't refreshed for `idleSeconds`, and `totalSeconds` after its sign-in in any case. */
export const SESSION_LIMITS = {
  customer: { idleSeconds: 14 * 86_400, totalSeconds: 30 * 86_400 },
  /** Of accounts that work for a promoter. In total as long as the staff cookies of specification §9. */
  member: { idleSeconds: 3 * 86_400, totalSeconds: STAFF_COOKIE_SECONDS },
} as const

/** When a session that is used now is over unless it is refreshed. Milliseconds since the epoch. */
export function sessionEnd(session: { startedAt: number; now: number; isMember: boolean }): number {
  const { idleSeconds, totalSeconds } = SESSION_LIMITS[session.isMember ? 'member' : 'customer']
  return Math.min(session.now + idleSeconds * 1000, session.startedAt + totalSeconds * 1000)
}

export const VERIFY_LINK_SECONDS = 3 * 86_400
export const RESET_LINK_SECONDS = 3600
export const UNDO_EMAIL_LINK_SECONDS = 7 * 86_400

/** A name of letters alone, and not many: no address, no number, no sentence that leads anywhere. */
export const PLAIN_NAME = /^[\p{L}\p{M} '’-]{1,40}$/u

/** A typed name as it may be shown to strangers; '' unless it is a plain one. */
export const plainName = (name: string): string => (PLAIN_NAME.test(name) ? name : '')
