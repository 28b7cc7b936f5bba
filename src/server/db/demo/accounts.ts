import type { MemberRole } from '#model/members.ts'
import { hashPassword } from '../../accounts/password-hash.ts'
import { aurora } from './aurora.ts'
import { idOf } from './chance.ts'
import { promoterIdOf } from './demo-ids.ts'
import { inDays } from './moments.ts'

/** Of all demo accounts. */
export const DEMO_PASSWORD = 'foyer-demo-2026'

interface DemoAccount {
  email: string
  firstName: string
  lastName: string
  /** What it is there to show. */
  says: string
  /** What it is for Aurora; a customer is nothing there. */
  role?: MemberRole
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    // Has bought from Aurora and from Nordlys.
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
    says: 'works Aurora’s door',
    role: 'door',
  },
]

/** Verified accounts with the demo's password, as rows. Salts are random: these rows differ from one seeding to the next. */
export const accountRowsOf = (now: number) =>
  Promise.all(
    DEMO_ACCOUNTS.map(async ({ email, firstName, lastName }) => {
      const createdAt = createdOn(now)
      return {
        id: idOf('account', email),
        email,
        email_verified_at: createdAt,
        password_hash: await hashPassword(DEMO_PASSWORD),
        first_name: firstName,
        last_name: lastName,
        created_at: createdAt,
        updated_at: createdAt,
      }
    }),
  )

export const memberRowsOf = (now: number) =>
  DEMO_ACCOUNTS.flatMap(({ email, role }) =>
    role
      ? [
          {
            promoter_id: promoterIdOf(aurora),
            account_id: idOf('account', email),
            role,
            created_at: createdOn(now),
          },
        ]
      : [],
  )

const createdOn = (now: number): Date => inDays(now, -70) ?? new Date(now)
