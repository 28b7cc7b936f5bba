/** What every key begins with: secret scanners know it by that. */
const BEGINNING = 'foyer_sk_'

/** 50 bits that may be shown, and 256 that are the secret. */
const KEY = /^foyer_sk_([a-z0-9]{10})_[\w-]{43}$/

/** Whether a bearer is meant to be a key, even one that was mistyped. */
export const isApiKey = (bearer: string): boolean => bearer.startsWith(BEGINNING)

/** The part that a key is found by; undefined for what is no key. */
export const prefixOf = (bearer: string): string | undefined => KEY.exec(bearer)?.[1]

export const toApiKey = (prefix: string, secret: string): string => `${BEGINNING}${prefix}_${secret}`

/** As it is shown once nobody sees its secret any more. */
export const showPrefix = (prefix: string): string => `${BEGINNING}${prefix}_…`
