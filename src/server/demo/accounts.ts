import type { MemberRole } from '#model/people/members.ts'
import { hashPassword } from '#server/people/passwords/password-hash.ts'
import { aurora } from './aurora/aurora.ts'
import { deriveId } from './seeded-random.ts'
import { promoterIdOf } from './demo-ids.ts'
import { dateInDays } from './moments.ts'

export const DEMO_PASSWORD = 'foyer-demo-2026'

interface DemoAccount {
  email: string
  firstName: string
  lastName: string
  says: string
  role?: MemberRole
  isOperator?: boolean
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    // This customer has orders from Aurora and Nordlys.
    email: 'mikko.okonkwo@example.com',
    firstName: 'Mikko',
    lastName: 'Okonkwo',
    says: 'a customer with orders',
  },
  {
    email: 'owner@aurora.example',
    firstName: 'Lena',
    lastName: 'Brandt',
    says: 'owner of Aurora',
    role: 'owner',
  },
  {
    email: 'sales@aurora.example',
    firstName: 'Tiago',
    lastName: 'Pires',
    says: 'sells for Aurora',
    role: 'sales',
  },
  {
    email: 'door@aurora.example',
    firstName: 'Aylin',
    lastName: 'Demir',
    says: 'checks tickets for Aurora',
    role: 'door',
  },
  {
    email: 'operator@foyer.example',
    firstName: 'Ines',
    lastName: 'Moreau',
    says: 'runs the platform (/operator) after enabling two-factor authentication',
    isOperator: true,
  },
]

/** Returns the rows of all demo accounts. They have the same password, which is hashed once. */
export async function accountRowsOf(now: number) {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const createdAt = createdOn(now)
  return DEMO_ACCOUNTS.map(({ email, firstName, lastName }) => ({
    id: deriveId('account', email),
    email,
    email_verified_at: createdAt,
    password_hash: passwordHash,
    first_name: firstName,
    last_name: lastName,
    created_at: createdAt,
    updated_at: createdAt,
  }))
}

export const memberRowsOf = (now: number) =>
  DEMO_ACCOUNTS.flatMap(({ email, role }) =>
    role
      ? [
          {
            promoter_id: promoterIdOf(aurora),
            account_id: deriveId('account', email),
            role,
            created_at: createdOn(now),
          },
        ]
      : [],
  )

export const demoAccountRowsOf = () =>
  DEMO_ACCOUNTS.map(({ email }) => ({ account_id: deriveId('account', email) }))

export const operatorRowsOf = (now: number) =>
  DEMO_ACCOUNTS.flatMap(({ email, isOperator }) =>
    isOperator ? [{ account_id: deriveId('account', email), created_at: createdOn(now) }] : [],
  )

const createdOn = (now: number): Date => dateInDays(now, -70) ?? new Date(now)
