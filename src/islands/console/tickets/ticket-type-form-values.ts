import {
  ticketTypeFields,
  type ManagedTicketType,
  type TicketBoard,
} from '#contracts/console/ticket-types.ts'
import { typedForm } from '#islands/platform/typed-form.ts'
import { fromWallClock, toWallClock } from '#model/platform/time/wall-clock-fields.ts'

/** Prefix of the checkboxes' names; the id of a tax rate follows. Field names must be unique in a form. */
export const TAX_FIELD = 'tax-'

const orEmpty = (value: number | null): string => (value === null ? '' : String(value))
const orNull = (typed: string): string | null => (typed === '' ? null : typed)

/** Schema that converts the fields to the API's format. Entered times are local times of the event. */
export const ticketTypeFormSchema = ({ currency, timeZone }: TicketBoard['event']) =>
  typedForm(
    ({ values, text, count, amount, optional }) => ({
      name: text('name'),
      description: text('description'),
      price: amount('price', currency),
      capacity: count('capacity'),
      minPerOrder: count('minPerOrder'),
      maxPerOrder: optional('maxPerOrder', count),
      maxPerCustomer: optional('maxPerCustomer', count),
      saleStartsAt: momentOf(text('saleStartsAt'), timeZone),
      saleEndsAt: momentOf(text('saleEndsAt'), timeZone),
      active: values['active'] === 'on',
      isHidden: values['isHidden'] === 'on',
      accessCode: orNull(text('accessCode')),
      followsId: orNull(text('followsId')),
      poolId: orNull(text('poolId')),
      taxIds: Object.keys(values).flatMap((name) =>
        name.startsWith(TAX_FIELD) ? [name.slice(TAX_FIELD.length)] : [],
      ),
    }),
    ticketTypeFields,
  )

/** Returns an invalid time unchanged, so that the schema refuses it. */
const momentOf = (wall: string, timeZone: string): string | null =>
  wall === '' ? null : (fromWallClock(wall, timeZone) ?? wall)

export interface TicketTypeFormValues {
  name: string
  description: string
  price: string
  capacity: string
  minPerOrder: string
  maxPerOrder: string
  maxPerCustomer: string
  saleStartsAt: string
  saleEndsAt: string
  active: boolean
  isHidden: boolean
  accessCode: string
  followsId: string
  poolId: string
  taxIds: readonly string[]
}

/**
 * Initial values of the form. A new ticket type gets the taxes of the last one, because ticket types of an event mostly have the same
 * taxes.
 */
export function toFormValues(type: ManagedTicketType | undefined, board: TicketBoard): TicketTypeFormValues {
  if (!type) return { ...BLANK, taxIds: board.ticketTypes.at(-1)?.taxIds ?? [] }
  const { timeZone } = board.event
  const wall = (iso: string | null): string => (iso === null ? '' : toWallClock(iso, timeZone))
  return {
    name: type.name,
    description: type.description,
    price: String(type.price),
    capacity: String(type.capacity),
    minPerOrder: String(type.minPerOrder),
    maxPerOrder: orEmpty(type.maxPerOrder),
    maxPerCustomer: orEmpty(type.maxPerCustomer),
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

const BLANK: TicketTypeFormValues = {
  name: '',
  description: '',
  price: '',
  capacity: '100',
  minPerOrder: '1',
  maxPerOrder: '',
  maxPerCustomer: '',
  saleStartsAt: '',
  saleEndsAt: '',
  active: true,
  isHidden: false,
  accessCode: '',
  followsId: '',
  poolId: '',
  taxIds: [],
}
