import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface AppleCertificates {
  passType: string
  team: string
  /** Files in PEM. */
  root: string
  issuer: string
  certificate: string
  key: string
  remove: () => void
}

/** A chain like Apple's: a root, an intermediate certificate, and one that signs passes. */
export function createAppleCertificates(
  passType = 'pass.example.tickets',
  team = 'A1B2C3D4E5',
): AppleCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-apple-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...parts: string[]): void => {
    execFileSync('openssl', parts, { cwd: folder, stdio: 'pipe' })
  }
  writeFileSync(
    at('authority.cnf'),
    'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n',
  )
  writeFileSync(at('signer.cnf'), 'basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n')
  const key = (name: string): void => openssl('genrsa', '-out', `${name}.key`, '2048')
  const request = (name: string, subject: string): void =>
    openssl('req', '-new', '-key', `${name}.key`, '-subj', subject, '-out', `${name}.csr`)
  const issue = (name: string, by: string, extensions: string): void => {
    const from =
      name === by
        ? ['-signkey', `${name}.key`]
        : ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial']
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...from,
      '-days',
      '30',
      '-extfile',
      extensions,
      '-out',
      `${name}.pem`,
    )
  }
  for (const name of ['root', 'issuer', 'signer']) key(name)
  request('root', '/CN=Test Root CA')
  issue('root', 'root', 'authority.cnf')
  request('issuer', '/CN=Test Worldwide Developer Relations')
  issue('issuer', 'root', 'authority.cnf')
  request('signer', `/UID=${passType}/CN=Pass Type ID: ${passType}/OU=${team}/O=Aurora/C=DE`)
  issue('signer', 'issuer', 'signer.cnf')
  return {
    passType,
    team,
    root: at('root.pem'),
    issuer: at('issuer.pem'),
    certificate: at('signer.pem'),
    key: at('signer.key'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Throws unless the signature is one of this content, by a certificate that leads to the root. */
export function verifySignature(
  { root }: AppleCertificates,
  { content, signature }: { content: Uint8Array; signature: Uint8Array },
): void {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-signature-'))
  try {
    writeFileSync(join(folder, 'content'), content)
    writeFileSync(join(folder, 'signature'), signature)
    const files = ['-in', 'signature', '-content', 'content', '-CAfile', root, '-out', 'verified']
    const options = ['-inform', 'DER', '-binary', '-purpose', 'any']
    execFileSync('openssl', ['cms', '-verify', ...options, ...files], { cwd: folder, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const hasOpenssl = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
})()
