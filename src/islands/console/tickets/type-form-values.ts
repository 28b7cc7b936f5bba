import * as z from 'zod/mini'
import {
  ticketTypeFields,
  type ManagedTicketType,
  type TicketBoard,
} from '#contracts/console/ticket-types.ts'
import { fromWallClock, toWallClock } from '#model/wall-clock-fields.ts'

/** Fields of the taxes are named by the tax: a form has each name once. */
export const TAX_FIELD = 'tax-'

type Raw = Readonly<Record<string, string>>
const text = (raw: Raw, name: string): string => (raw[name] ?? '').trim()
const amount = (raw: Raw, name: string): number => {
  const typed = text(raw, name).replace(',', '.')
  return typed === '' ? Number.NaN : Number(typed)
}
const orNull = (typed: string): string | null => (typed === '' ? null : typed)

/** What the form's fields say, as the server wants it. Times are the event's wall clock there. */
export const typeFormSchema = (timeZone: string) =>
  z.pipe(
    z.pipe(
      z.record(z.string(), z.string()),
      z.transform((raw: Raw) => ({
        name: text(raw, 'name'),
        description: text(raw, 'description'),
        price: amount(raw, 'price'),
        capacity: amount(raw, 'capacity'),
        minPerOrder: amount(raw, 'minPerOrder'),
        maxPerOrder: amount(raw, 'maxPerOrder'),
        saleStartsAt: momentOf(text(raw, 'saleStartsAt'), timeZone),
        saleEndsAt: momentOf(text(raw, 'saleEndsAt'), timeZone),
        active: raw['active'] === 'on',
        isHidden: raw['isHidden'] === 'on',
        accessCode: orNull(text(raw, 'accessCode')),
        followsId: orNull(text(raw, 'followsId')),
        poolId: orNull(text(raw, 'poolId')),
        taxIds: Object.keys(raw).flatMap((name) =>
          name.startsWith(TAX_FIELD) ? [name.slice(TAX_FIELD.length)] : [],
        ),
      })),
    ),
    ticketTypeFields,
  )

/** What is no time stays as it is: the schema refuses it. */
const momentOf = (wall: string, timeZone: string): string | null =>
  wall === '' ? null : (fromWallClock(wall, timeZone) ?? wall)

/** What the fields begin with. */
export interface TypeFormValues {
  name: string
  description: string
  price: string
  capacity: string
  minPerOrder: string
  maxPerOrder: string
  saleStartsAt: string
  saleEndsAt: string
  active: boolean
  isHidden: boolean
  accessCode: string
  followsId: string
  poolId: string
  taxIds: readonly string[]
}

/** A new ticket has the taxes of the last one: an event's are mostly the same. */
export function toFormValues(type: ManagedTicketType | undefined, board: TicketBoard): TypeFormValues {
  if (!type) return { ...BLANK, taxIds: board.ticketTypes.at(-1)?.taxIds ?? [] }
  const { timeZone } = board.event
  const wall = (iso: string | null): string => (iso === null ? '' : toWallClock(iso, timeZone))
  return {
    name: type.name,
    description: type.description,
    price: String(type.price),
    capacity: String(type.capacity),
    minPerOrder: String(type.minPerOrder),
    maxPerOrder: String(type.maxPerOrder),
    saleStartsAt: wall(type.saleStartsAt),
    saleEndsAt: wall(type.saleEndsAt),
    active: type.active,
    isHidden: type.isHidden,
    accessCode: type.accessCode ?? '',
    followsId: type.followsId ?? '',
    poolId: type.poolId ?? '',
    taxIds: type.taxIds,
  }
}

const BLANK: TypeFormValues = {
  name: '',
  description: '',
  price: '',
  capacity: '100',
  minPerOrder: '1',
  maxPerOrder: '10',
  saleStartsAt: '',
  saleEndsAt: '',
  active: true,
  isHidden: false,
  accessCode: '',
  followsId: '',
  poolId: '',
  taxIds: [],
}
