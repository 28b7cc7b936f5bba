import { X509Certificate } from 'node:crypto'
import { WrongSetting, type Config } from '#server/platform/config.ts'
import { readAppleCredentials } from '#server/sales/wallets/apple/apple-credentials.ts'
import { readGoogleCredentials } from '#server/sales/wallets/google/google-credentials.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

const DAY_MS = 86_400_000
const SOON_MS = 30 * DAY_MS

export async function checkWallets(config: Config, now: number): Promise<Finding[]> {
  const found = await Promise.all([checkApple(config, now), checkGoogle(config)])
  return found.flat()
}

async function checkApple(config: Config, now: number): Promise<Finding[]> {
  try {
    const apple = await readAppleCredentials(config)
    if (!apple) return [fineFinding('Apple Wallet is not set up.')]
    const { validToDate } = new X509Certificate(apple.certificate)
    const day = validToDate.toISOString().slice(0, 10)
    const renew = 'Create a new one in Apple’s developer account (docs/operating.md).'
    if (validToDate.getTime() <= now)
      return [
        problemFinding(`Apple’s certificate for passes expired on ${day}: no ticket can be added. ${renew}`),
      ]
    if (validToDate.getTime() - now < SOON_MS)
      return [warningFinding(`Apple’s certificate for passes expires on ${day}. ${renew}`)]
    return [fineFinding(`Apple’s certificate for passes is valid until ${day}.`)]
  } catch (error) {
    if (error instanceof WrongSetting) return [problemFinding(error.message)]
    throw error
  }
}

async function checkGoogle(config: Config): Promise<Finding[]> {
  try {
    const google = await readGoogleCredentials(config)
    return [fineFinding(google ? 'Google Wallet’s key works.' : 'Google Wallet is not set up.')]
  } catch (error) {
    if (error instanceof WrongSetting) return [problemFinding(error.message)]
    throw error
  }
}
