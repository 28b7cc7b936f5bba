import { sql } from 'kysely'
import { queryRows, type Db } from '#server/platform/db/query.ts'
import type { ListPosition } from '#server/platform/ids/list-cursor.ts'
import { memberNameSql } from '#server/people/members/member-rows.ts'
import type { EarningStatus } from '#server/sales/commissions/earning-rows.ts'

export interface PromoterEarningRow {
  id: string
  memberId: string
  memberName: string
  orderId: string
  orderNumber: string
  eventTitle: string
  ticketName: string
  linkName: string
  quantity: number
  revenueCents: number
  amountCents: number
  clawedBackCents: number
  currency: string
  status: EarningStatus
  earnedAt: Date
}

interface EarningSearch {
  promoterId: string
  status?: EarningStatus | undefined
  memberId?: string | undefined
  after: ListPosition | undefined
  limit: number
}

export function listPromoterEarningRows(db: Db, find: EarningSearch): Promise<PromoterEarningRow[]> {
  const { promoterId, status, memberId, after, limit } = find
  const moment = sql`date_trunc('milliseconds', l.created_at)`
  return queryRows<PromoterEarningRow>(db)`
    select l.id, l.member_id as "memberId",
      case when a.id is null then '' else ${memberNameSql(sql`l.promoter_id`)} end as "memberName",
      l.order_id as "orderId", o.number as "orderNumber", e.title as "eventTitle", i.name as "ticketName", k.name as "linkName",
      l.quantity, l.revenue_cents as "revenueCents", l.amount_cents as "amountCents", l.clawed_back_cents as "clawedBackCents",
      l.currency, l.status, ${moment} as "earnedAt"
    from earnings l
    join orders o on o.id = l.order_id
    join order_items i on i.order_id = l.order_id and i.position = l.position
    join events e on e.id = l.event_id
    join tracking_links k on k.id = l.tracking_link_id
    left join accounts a on a.id = l.member_id
    where l.promoter_id = ${promoterId} ${status ? sql`and l.status = ${status}` : sql``}
      ${memberId === undefined ? sql`` : sql`and l.member_id = ${memberId}`}
      ${after ? sql`and (${moment}, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${moment} desc, l.id desc limit ${limit}`
}
