import * as z from 'zod/mini'

/** Rights that a paired device can have in addition to scanning. Members who work at the door have all of them. */
export const grantedRight = z.enum(['search', 'undo', 'sell'])
export type GrantedRight = z.infer<typeof grantedRight>

export const doorRight = z.enum(['scan', ...grantedRight.options])
export type DoorRight = z.infer<typeof doorRight>

export const ALL_DOOR_RIGHTS: readonly DoorRight[] = doorRight.options
