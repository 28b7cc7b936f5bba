import { sql } from 'kysely'
import { parseToken } from '#model/sales/door/tokens.ts'
import { readPages } from './ticket-steps.ts'
import { type TicketNight } from './night.ts'

interface TicketState {
  id: string
  status: 'valid' | 'used' | 'void'
  generation: number
  orderStatus: string
  holders: number
  accepted: number
  offers: number
  /** Accepted transfers whose page was sent to no one, or that aren't in the log. */
  unrecorded: number
  chainEnds: number
}

/** After each command: who sees which code, and which codes the door would admit. */
export async function findWrongTickets(night: TicketNight): Promise<string[]> {
  const pages = await readPages(night)
  const states = await readStates(night)
  return states.flatMap((state) => {
    const shown = pages.flat().filter(({ id, token }) => id === state.id && token !== '')
    const seen = night.seen.get(state.id) ?? new Set<string>()
    for (const { token } of shown) seen.add(token)
    night.seen.set(state.id, seen)
    return [...findWrongCodes(state, shown, seen), ...findWrongTransfers(state)].map(
      (problem) => `ticket ${state.id} ${problem}`,
    )
  })
}

function findWrongCodes(
  { status, generation, orderStatus }: TicketState,
  shown: readonly { token: string; code: string }[],
  seen: ReadonlySet<string>,
): string[] {
  const current = [...seen].filter((token) => parseToken(token)?.generation === generation)
  const newer = [...seen].filter((token) => (parseToken(token)?.generation ?? 0) > generation)
  const isPaid = orderStatus === 'paid' || orderStatus === 'partially_refunded'
  return [
    ...(shown.length === 1 ? [] : [`is shown with its code to ${shown.length} people`]),
    ...(current.length === 1 && current[0] === shown[0]?.token
      ? []
      : [`has ${current.length} codes of its generation ${generation}, or isn’t shown with it`]),
    ...(newer.length === 0 ? [] : ['was shown with a code that isn’t its own']),
    ...(status === 'void' || isPaid ? [] : [`is ${status}, its order ${orderStatus}`]),
  ]
}

const findWrongTransfers = (state: TicketState): string[] => [
  ...(state.holders === Math.min(1, state.accepted)
    ? []
    : [`has ${state.holders} holders after ${state.accepted} transfers`]),
  ...(state.accepted === 0 || state.chainEnds === 1 ? [] : [`has ${state.chainEnds} ends of its chain`]),
  ...(state.offers > 1 ? [`has ${state.offers} offers`] : []),
  ...(state.status === 'void' && state.offers > 0 ? ['is void and offered'] : []),
  ...(state.unrecorded === 0 ? [] : [`has ${state.unrecorded} transfers without log or emails`]),
  ...(state.generation > state.accepted ? [] : ['kept a code after it was passed on']),
]

async function readStates({ world, orderId }: TicketNight): Promise<TicketState[]> {
  const { rows } = await sql<TicketState>`
    select t.id, t.status, t.generation, o.status as "orderStatus",
      count(r.id) filter (where r.holds)::int as holders,
      count(r.id) filter (where r.status = 'accepted')::int as accepted,
      count(r.id) filter (where r.status = 'offered')::int as offers,
      count(r.id) filter (where r.status = 'accepted' and not (
        exists (select from mails m where m.fact = 'ticket_received:' || r.id)
        and exists (select from mails m where m.fact = 'ticket_passed_on:' || r.id)
        and exists (select from audit_log l where l.subject_id = ${orderId} and l.action = 'ticket.passed_on'
          and l.after ->> 'fact' = 'ticket_received:' || r.id)))::int as unrecorded,
      count(r.id) filter (where r.status = 'accepted' and r.holds and not exists (
        select from ticket_transfers n where n.sender_id = r.id and n.status = 'accepted'))::int as "chainEnds"
    from tickets t join orders o on o.id = t.order_id left join ticket_transfers r on r.ticket_id = t.id
    where t.order_id = ${orderId} group by t.id, o.id order by t.position`.execute(world.db)
  return rows
}
