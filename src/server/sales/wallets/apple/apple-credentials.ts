import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { WrongSetting, type Config } from '#server/platform/config.ts'

/** Certificates and keys (PEM) that sign Apple Wallet passes and authenticate Foyer to Apple's push service. */
export interface AppleCredentials {
  passType: string
  team: string
  certificate: Buffer
  key: Buffer
  issuer: Buffer
}

/**
 * Reads the certificates and keys for Apple Wallet. Returns undefined if the settings are empty. Throws `WrongSetting`
 * if the files don't match, because devices would then reject every pass.
 */
export async function readAppleCredentials(config: Config): Promise<AppleCredentials | undefined> {
  const { APPLE_WALLET_PASS_TYPE: passType, APPLE_WALLET_TEAM: team } = config
  if (passType === '') return undefined
  const [certificate, key, issuer] = await Promise.all([
    readSettingFile(config, 'APPLE_WALLET_CERTIFICATE_FILE'),
    readSettingFile(config, 'APPLE_WALLET_KEY_FILE'),
    readSettingFile(config, 'APPLE_WALLET_ISSUER_FILE'),
  ])
  const credentials = { passType, team, certificate, key, issuer }
  const problem = problemOf(credentials)
  if (problem) throw new WrongSetting(problem)
  return credentials
}

type FileSetting = 'APPLE_WALLET_CERTIFICATE_FILE' | 'APPLE_WALLET_KEY_FILE' | 'APPLE_WALLET_ISSUER_FILE'

async function readSettingFile(config: Config, name: FileSetting): Promise<Buffer> {
  try {
    return await readFile(config[name])
  } catch (error) {
    throw new WrongSetting(`The file in ${name} can't be read.`, { cause: error })
  }
}

function problemOf({ passType, team, certificate, key, issuer }: AppleCredentials): string | undefined {
  const read = readCertificates({ certificate, key, issuer })
  if (!read)
    return 'The APPLE_WALLET files must be two certificates and a private RSA key without a passphrase, in PEM.'
  if (!read.own.checkPrivateKey(read.key))
    return 'APPLE_WALLET_KEY_FILE is not the key of the certificate in APPLE_WALLET_CERTIFICATE_FILE.'
  if (!read.own.checkIssued(read.issuer))
    return 'The certificate in APPLE_WALLET_CERTIFICATE_FILE was not issued by the one in APPLE_WALLET_ISSUER_FILE.'
  const subject = read.own.subject.split('\n')
  if (!subject.includes(`UID=${passType}`) || !subject.includes(`OU=${team}`))
    return `The certificate in APPLE_WALLET_CERTIFICATE_FILE is not for the pass type ${passType} of team ${team}.`
  return undefined
}

function readCertificates({
  certificate,
  key,
  issuer,
}: Pick<AppleCredentials, 'certificate' | 'key' | 'issuer'>) {
  try {
    const parsed = createPrivateKey(key)
    if (parsed.asymmetricKeyType !== 'rsa') return undefined
    return { own: new X509Certificate(certificate), key: parsed, issuer: new X509Certificate(issuer) }
  } catch {
    return undefined
  }
}
