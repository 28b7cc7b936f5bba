import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, for cookies and links. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Hash of a token as stored; the token can't be derived from it. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
