import { listSignInAccounts } from '#server/people/accounts/account-rows.ts'
import { revokeSessionsOf } from '#server/people/accounts/operator-rows.ts'
import { CommandRefused, printLine, withDatabase } from './command.ts'

const USAGE = 'Use one of: end-sessions <email address>, end-sessions --all.'

/** `foyer accounts end-sessions <email> | --all` ends the sessions of one account or of all accounts while Foyer runs. */
export async function run([command, address, ...rest]: readonly string[]): Promise<void> {
  if (command !== 'end-sessions' || !address || rest.length > 0) throw new CommandRefused(USAGE)
  const email = address === '--all' ? undefined : address.toLowerCase()
  const count = await withDatabase(async ({ db }) => {
    if (email !== undefined && (await listSignInAccounts(db, email)).length === 0)
      throw new CommandRefused(`There is no account with the address ${email}.`)
    return revokeSessionsOf(db, { email, now: new Date() })
  })
  printLine(count === 1 ? '1 session was ended.' : `${count} sessions were ended.`)
}
