import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Undefined if the user or the device declined. */
export async function makePasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const made = await unlessRefused(() =>
    // The server creates the options with the same library; the browser rejects invalid ones.
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
  return made && { ...made }
}

/** Undefined if the user or the device declined. */
export async function usePasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const used = await unlessRefused(() =>
    // Options as above.
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
