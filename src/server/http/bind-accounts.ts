import { me as meContract } from '#contracts/accounts.ts'
import { me } from '../accounts/me.ts'
import type { Bind, BindSignedIn } from './bindings.ts'

/** Accounts, sessions, second factors. */
export function bindAccounts(_bind: Bind, bindSignedIn: BindSignedIn): void {
  bindSignedIn(meContract, me)
}
