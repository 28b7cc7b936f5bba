/** Prefix of every API key, which lets secret scanners recognise keys. */
const KEY_PREFIX = 'foyer_sk_'

/** The prefix, ten characters (50 bits) that may be shown, and the secret (256 bits). */
const KEY = /^foyer_sk_([a-z0-9]{10})_[\w-]{43}$/

/** True when a bearer token has the prefix of an API key. The rest may be malformed. */
export const isApiKey = (bearer: string): boolean => bearer.startsWith(KEY_PREFIX)

export const apiKeyPrefixOf = (bearer: string): string | undefined => KEY.exec(bearer)?.[1]

export const toApiKey = (prefix: string, secret: string): string => `${KEY_PREFIX}${prefix}_${secret}`

export const formatKeyPrefix = (prefix: string): string => `${KEY_PREFIX}${prefix}_…`
