import { hash, randomBytes } from 'node:crypto'

/** 256 bits that nobody guesses, for cookies and links. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: whoever reads the database can't use it. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
