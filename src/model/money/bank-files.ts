import * as z from 'zod/mini'

/**
 * Formats of a file with transfers for the platform's bank. `pain.001` is the ISO 20022 customer credit transfer
 * initiation.
 */
export const bankFileFormat = z.enum(['pain.001', 'csv'])
export type BankFileFormat = z.infer<typeof bankFileFormat>

/** Maximum number of transfers in a file. Banks accept more, but a person can still check a file of this size. */
export const MAX_BANK_FILE_TRANSFERS = 1000

/**
 * Reason why a settlement isn't in a file. `no_bank_account`: the promoter has no bank account in this currency, or
 * changed it less than 48 hours ago. `on_hold`: an operator holds the promoter's payouts, or a change of bank details
 * was undone. `moved`: the settlement is no longer open.
 */
export const bankFileObstacle = z.enum(['no_bank_account', 'on_hold', 'moved'])
export type BankFileObstacle = z.infer<typeof bankFileObstacle>

/**
 * Reference of a transfer on the bank statements of both sides: the number of the settlement's statement, made unique
 * with the settlement's id.
 */
export const endToEndId = ({ id, number }: { id: string; number: number }): string =>
  `${number}-${id.slice(0, 8).toUpperCase()}`
