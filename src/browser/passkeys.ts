import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Undefined when the person, or the device, has said no. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const made = await unlessRefused(() =>
    // The server made them with the same library's other half; the browser refuses what is no such thing.
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
  return made && { ...made }
}

/** Undefined when the person, or the device, has said no. */
export async function usePasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const used = await unlessRefused(() =>
    // As above.
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  )
  return used && { ...used }
}

async function unlessRefused<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
