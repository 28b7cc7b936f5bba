import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { WrongSetting, type Config } from '#server/platform/config.ts'
import type { DkimKey } from './smtp-mailer.ts'

/**
 * Reads the key for DKIM signatures. Returns undefined without settings. Throws `WrongSetting` if the file contains no
 * RSA key, because emails would be sent unsigned.
 */
export function readDkimKey(config: Config): DkimKey | undefined {
  const { DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY_FILE: file, MAIL_FROM: from } = config
  if (!keySelector) return undefined
  const privateKey = readKey(file)
  return { domainName: from.split('@').at(-1) ?? '', keySelector, privateKey }
}

function readKey(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    if (createPrivateKey(text).asymmetricKeyType === 'rsa') return text
  } catch (error) {
    throw new WrongSetting(
      `DKIM_PRIVATE_KEY_FILE can’t be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  throw new WrongSetting('DKIM_PRIVATE_KEY_FILE has no RSA key.')
}
