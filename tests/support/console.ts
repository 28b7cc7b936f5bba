import type { MemberRole } from '#model/members.ts'
import type { Ask } from './ask.ts'
import { openMember } from './domains.ts'
import { openShop, type Shop } from './shop.ts'

export interface ConsoleMember {
  accountId: string
  bearer: string
  /** Calls the API at its public door, signed in. Each call has an idempotency key of its own unless one is named. */
  ask: Ask
}

export interface ConsoleDesk extends Shop {
  owner: ConsoleMember
  /** Somebody else who works for the promoter, or for nobody, signed in on the promoter's host unless another is named. */
  join: (role: MemberRole | 'nobody', host?: string) => Promise<ConsoleMember>
}

/** A shop, and who runs it. */
export async function openConsoleDesk(): Promise<ConsoleDesk> {
  const shop = await openShop()
  const join: ConsoleDesk['join'] = async (role, host = shop.host) => {
    const { accountId, bearer } = await openMember(shop.context, shop.promoterId, { role, host })
    const ask: Ask = (method, path, request) =>
      shop.ask(method, path, { host, bearer, key: crypto.randomUUID(), ...request })
    return { accountId, bearer, ask }
  }
  return { ...shop, owner: await join('owner'), join }
}
