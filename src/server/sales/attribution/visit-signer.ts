import { createHmac, timingSafeEqual } from 'node:crypto'
import { TRACKING_COOKIE } from '#contracts/platform/cookies.ts'
import { ATTRIBUTION_MS, mergeVisits, type Visit } from '#model/sales/tracking/tracking.ts'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'
import type { Client, SetCookie } from '#server/use-case.ts'

export interface VisitSigner {
  /** Returns the latest visit for each promoter from the cookie, newest first. Empty when the cookie is forged. */
  readCookie: (client: Pick<Client, 'cookies'>, now: number) => Visit[]
  toCookie: (visits: readonly Visit[], now: number) => SetCookie
  /** Returns the value of the URL parameter `_t`, which passes the visits on to another host. */
  toParameter: (visits: readonly Visit[], to: { host: string; now: number }) => string
  /** Returns the visits from `_t`. Empty when the value is forged, older than five minutes or was created for another host. */
  readParameter: (carried: string, at: { host: string; now: number }) => Visit[]
  /** Returns a pseudonym of the visitor for counting clicks. It differs for each day and link. */
  hashVisitor: (visit: { linkId: string; day: string; network: string; userAgent: string }) => Buffer
}

const CARRIED_MS = 5 * 60_000
const VISITOR_BYTES = 16

export function createVisitSigner(keys: readonly [AuthKey, ...AuthKey[]]): VisitSigner {
  const digest = (secret: Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
  const sign = (text: string): string => digest(keys[0].secret, text).toString('base64url')
  const isSigned = (text: string, signature: string): boolean => {
    const given = Buffer.from(signature, 'base64url')
    return keys.some(({ secret }) => {
      const expected = digest(secret, text)
      return given.length === expected.length && timingSafeEqual(expected, given)
    })
  }
  return {
    readCookie: ({ cookies }, now) => {
      const [, visits, signature] = COOKIE_FORMAT.exec(cookies[TRACKING_COOKIE] ?? '') ?? []
      if (visits === undefined || signature === undefined) return []
      return isSigned(cookieText(visits), signature) ? mergeVisits(parse(visits), now) : []
    },
    toCookie: (visits, now) => {
      const text = write(visits)
      const last = Math.max(...visits.map((visit) => visit.at))
      const maxAgeSeconds = Math.ceil((last + ATTRIBUTION_MS - now) / 1000)
      return { name: TRACKING_COOKIE, value: `${text}.${sign(cookieText(text))}`, maxAgeSeconds }
    },
    toParameter: (visits, { host, now }) => {
      const text = `${write(visits)}.${now.toString(36)}`
      return `${text}.${sign(carriedText(text, host))}`
    },
    readParameter: (carried, { host, now }) => {
      const [, visits = '', time = '', signature = ''] = CARRIED_FORMAT.exec(carried) ?? []
      if (!isSigned(carriedText(`${visits}.${time}`, host), signature)) return []
      const age = now - Number.parseInt(time, 36)
      return age >= 0 && age <= CARRIED_MS ? mergeVisits(parse(visits), now) : []
    },
    hashVisitor: ({ linkId, day, network, userAgent }) =>
      Buffer.from(sign(['visitor', linkId, day, network, userAgent].join('\n')), 'base64url').subarray(
        0,
        VISITOR_BYTES,
      ),
  }
}

const cookieText = (visits: string): string => `${TRACKING_COOKIE} ${visits}`
const carriedText = (text: string, host: string): string => `carried to ${host} ${text}`

const VISITS = String.raw`((?:[\da-f]{64}[\da-z]{8,9})(?:-[\da-f]{64}[\da-z]{8,9}){0,4})`
const COOKIE_FORMAT = new RegExp(String.raw`^${VISITS}\.([\w-]{43})$`)
const CARRIED_FORMAT = new RegExp(String.raw`^${VISITS}\.([\da-z]{8,9})\.([\w-]{43})$`)

/** Serialises visits compactly: ids without hyphens, times in base 36. */
const write = (visits: readonly Visit[]): string =>
  visits
    .map(({ linkId, promoterId, at }) =>
      [linkId.replaceAll('-', ''), promoterId.replaceAll('-', ''), at.toString(36)].join(''),
    )
    .join('-')

const parse = (text: string): Visit[] =>
  text.split('-').map((each) => ({
    linkId: toUuid(each.slice(0, 32)),
    promoterId: toUuid(each.slice(32, 64)),
    at: Number.parseInt(each.slice(64), 36),
  }))

const toUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
