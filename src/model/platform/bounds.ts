import * as z from 'zod/mini'

/** Schemas of common input values. Every input from outside has an upper bound; a test checks all contracts. */

/** An id or short name to look up. Unknown values are answered with NOT_FOUND instead of a validation error. */
export const reference = z.string().check(z.maxLength(100))

/** Id of a stored object. The API answers an id that isn't a UUID with NOT_FOUND, like an unknown one. */
export const objectId = z.guid()

export const cursor = z.string().check(z.maxLength(400))

/** Version for optimistic locking: the number of changes. The upper bound is that of PostgreSQL's `integer`. */
export const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** An amount in major units. Bounded, so that sums stay exact. */
export const money = z
  .number('Enter an amount.')
  .check(z.minimum(0, 'Enter 0 or more.'), z.maximum(1e12, 'Enter a smaller amount.'))

/** A time in milliseconds since the epoch, up to the largest JavaScript date. */
export const epochMs = z.number().check(z.minimum(0), z.maximum(8.64e15))

/** A record with at most `most` entries and short keys. The OpenAPI document reads the limit from `params`. */
export const recordOf = <Value extends z.ZodMiniType>(maxKeys: number, value: Value) =>
  z.record(z.string().check(z.maxLength(60)), value).check(
    z.refine((given) => Object.keys(given).length <= maxKeys, {
      error: `Send at most ${maxKeys} entries.`,
      params: { maxProperties: maxKeys },
    }),
  )
