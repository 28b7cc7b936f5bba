import { insertMember, PASSWORD } from '../support/people.ts'
import { loadAccountStores, type BrowserShop } from './browser-shop.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: PASSWORD }

export async function openOwner({ context, promoterId }: BrowserShop): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  const { register } = await loadAccountStores()
  await register(ADA)
  const { id: accountId } = await context.db
    .updateTable('accounts')
    .set({ email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMember(context.db, { promoterId, accountId, role: 'owner' })
}
