import { randomUUID } from 'node:crypto'
import { BANK_ACCOUNT_WAIT_MS, lastFour } from '#model/money/bank-accounts.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { insertBankAccount } from '#server/money/bank-accounts/bank-account-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { BankAccountsView } from '#contracts/console/bank-accounts.ts'
import type { Answer, Ask } from './ask.ts'
import { openStrongSession } from './operators.ts'
import type { ConsoleFixture, ConsoleMember } from './console.ts'

/** Made-up accounts with valid check digits. */
export const IBANS = {
  german: 'DE89370400440532013000',
  french: 'FR1420041010050500013M02606',
  dutch: 'NL91ABNA0417164300',
  british: 'GB29NWBK60161331926819',
  /** Has IBANs but isn't in the SEPA area. */
  brazilian: 'BR1800360305000010009795493C1',
} as const

/** Signs an owner in once more, with a second factor. */
export async function signInStrongly(fixture: ConsoleFixture, member: ConsoleMember): Promise<ConsoleMember> {
  const bearer = await openStrongSession(fixture.context, member.accountId, fixture.host)
  const ask: Ask = (method, path, request) =>
    fixture.ask(method, path, { host: fixture.host, bearer, key: crypto.randomUUID(), ...request })
  return { ...member, bearer, ask }
}

export const changeBankAccount = (
  owner: Pick<ConsoleMember, 'ask'>,
  body: Record<string, string>,
): Promise<Answer<BankAccountsView>> =>
  owner.ask('POST', '/api/promoter/bank-accounts', {
    body: { currency: 'EUR', holder: 'Aurora Events GmbH', ...body },
  })

/** Inserts bank details that are in use. */
export async function insertBankDetails(
  context: Context,
  account: { promoterId: string; currency?: string; iban?: string; holder?: string },
): Promise<void> {
  const { promoterId, currency = 'EUR', iban = IBANS.french, holder = 'Aurora Events GmbH' } = account
  const id = randomUUID()
  const number = context.encryption.encrypt(iban, { table: 'bank_accounts', id })
  const [now, past] = [context.clock.now(), context.clock.now() - BANK_ACCOUNT_WAIT_MS]
  const details = { holder, country: iban.slice(0, 2), scheme: 'iban' as const, routingNumber: '', bic: '' }
  await transact(context.db, async (trx) => {
    await insertBankAccount(trx, {
      id,
      promoterId,
      currency,
      number,
      lastFour: lastFour(iban),
      ownerIds: [],
      changedBy: null,
      ...details,
      changedAt: new Date(past),
      usableAt: new Date(now),
    })
    return succeed(null)
  })
}
