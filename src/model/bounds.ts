import * as z from 'zod/mini'

/** Pieces of what callers send. Whatever comes from outside has a bound: a test looks at every contract. */

/** What something is looked up by: an id, or another short name. What nothing has is unknown, not wrong. */
export const reference = z.string().check(z.maxLength(100))

/** Where a list goes on, as the answer before has said it. */
export const cursor = z.string().check(z.maxLength(400))

/** The changes that what is edited has had: as far as the database counts. */
export const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** Money in major units. All that is ever summed up stays exact. */
export const money = z
  .number('Enter an amount.')
  .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(1e12, 'Enter less.'))

/** Milliseconds since the epoch, as far as a clock goes. */
export const epochMs = z.number().check(z.minimum(0), z.maximum(8.64e15))

/** At most so many values by short names. `params` is for the API's document. */
export const recordOf = <Value extends z.ZodMiniType>(most: number, value: Value) =>
  z.record(z.string().check(z.maxLength(60)), value).check(
    z.refine((given) => Object.keys(given).length <= most, {
      error: `Send ${most} at most.`,
      params: { maxProperties: most },
    }),
  )
