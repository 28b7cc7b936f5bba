import { setTimeout as rest } from 'node:timers/promises'
import type { PassType, PKPass } from 'passkit-generator'
import { createConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import type { AppleCredentials } from './apple-credentials.ts'
import { createApplePushes, type ApplePushes } from './apple-pushes.ts'
import { drawPassIcon } from './pass-icon.ts'
import type { ApplePass } from './write-apple-pass.ts'

/** Signs passes for Apple Wallet with the certificate from the settings. */
export interface AppleWallet {
  passType: string
  /** Signs a pass. Undefined when too many passes are being signed. */
  sign: (pass: ApplePass, to: PassService) => Promise<Buffer<ArrayBuffer> | undefined>
  pushes: ApplePushes
}

/** URL at which devices ask for changes of a pass, and the token that they send with it. `logo`: PNG. */
export interface PassService {
  webServiceUrl: string
  token: string
  logo: Buffer | undefined
}

export function createAppleWallet(credentials: AppleCredentials, pushUrl: string): AppleWallet {
  // Signs one pass at a time, because signing blocks the thread for 50 ms. Pauses for the same time after each, so that other
  // work continues.
  const turns = createConcurrencyLimiter({ atOnce: 1, maxWaiting: 50 })
  let lastMs = 0
  return {
    passType: credentials.passType,
    pushes: createApplePushes(credentials, pushUrl),
    sign: async (pass, to) => {
      const signed = await turns.run(async () => {
        await rest(lastMs)
        const files = await drawFiles(pass, to.logo)
        const passkit = await import('passkit-generator')
        const began = performance.now()
        const { certificate: signerCert, key: signerKey, issuer: wwdr } = credentials
        const pkpass = new passkit.PKPass(
          files,
          { signerCert, signerKey, wwdr },
          propertiesOf(pass, to, credentials),
        )
        const face = new passkit.PassType('eventTicket')
        fillFace(face, pass)
        pkpass.types.push(face)
        fillPass(pkpass, pass)
        const bytes = Buffer.from(pkpass.getAsBuffer())
        lastMs = performance.now() - began
        return bytes
      })
      return signed === 'too many' ? undefined : signed
    },
  }
}

const propertiesOf = (pass: ApplePass, to: PassService, { passType, team }: AppleCredentials) => ({
  serialNumber: pass.serial,
  passTypeIdentifier: passType,
  teamIdentifier: team,
  organizationName: pass.organiser,
  description: `Ticket for ${pass.title}`,
  ...(to.logo ? {} : { logoText: pass.siteName }),
  backgroundColor: pass.colors.background,
  foregroundColor: pass.colors.foreground,
  labelColor: pass.colors.foreground,
  // A shared pass would be a copy of the code. Tickets are passed on from their page instead.
  sharingProhibited: true,
  voided: pass.isVoid,
  webServiceURL: to.webServiceUrl,
  authenticationToken: to.token,
})

function fillFace(face: PassType<'eventTicket'>, pass: ApplePass): void {
  if (pass.header) face.headerFields.push(pass.header)
  face.primaryFields.push({ key: 'title', label: '', value: pass.title })
  face.secondaryFields.push(...pass.secondary)
  face.auxiliaryFields.push(...pass.auxiliary)
  face.backFields.push(...pass.back)
}

function fillPass(pkpass: PKPass, pass: ApplePass): void {
  pkpass.setRelevantDate(pass.startsAt)
  pkpass.setExpirationDate(pass.expiresAt)
  if (pass.token === '') return
  pkpass.setBarcodes({
    message: pass.token,
    format: 'PKBarcodeFormatQR',
    messageEncoding: 'iso-8859-1',
    altText: pass.code,
  })
}

async function drawFiles(pass: ApplePass, logo: Buffer | undefined): Promise<Record<string, Buffer>> {
  const [icon, large, largest] = await Promise.all(
    [29, 58, 87].map((side) => drawPassIcon(pass.colors, side)),
  )
  if (!icon || !large || !largest) throw new Error('A pass needs icons.')
  const icons = { 'icon.png': icon, 'icon@2x.png': large, 'icon@3x.png': largest }
  return logo ? { ...icons, 'logo.png': logo, 'logo@2x.png': logo, 'logo@3x.png': logo } : icons
}
