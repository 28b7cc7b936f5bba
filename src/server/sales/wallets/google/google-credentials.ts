import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { WrongSetting, type Config } from '#server/platform/config.ts'

/** Credentials of a service account that may edit an issuer's passes. */
export interface GoogleCredentials {
  issuer: string
  account: string
  key: KeyObject
  tokenUrl: string
}

const keyFile = z.object({
  client_email: z.string().check(z.includes('@')),
  private_key: z.string(),
  token_uri: z.url(),
})

/**
 * Reads the key of the service account for Google Wallet. Returns undefined if the settings are empty. Throws
 * `WrongSetting` if the file isn't a service account's key.
 */
export async function readGoogleCredentials(config: Config): Promise<GoogleCredentials | undefined> {
  const { GOOGLE_WALLET_ISSUER: issuer, GOOGLE_WALLET_KEY_FILE: file } = config
  if (issuer === '') return undefined
  try {
    const {
      client_email: account,
      private_key: key,
      token_uri: tokenUrl,
    } = keyFile.parse(JSON.parse(await readFile(file, 'utf8')))
    return { issuer, account, key: createPrivateKey(key), tokenUrl }
  } catch (error) {
    throw new WrongSetting('GOOGLE_WALLET_KEY_FILE must be a file with a service account’s key, in JSON.', {
      cause: error,
    })
  }
}
