import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Returns undefined if the user or the device declines. */
export async function createPasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const made = await unlessRefused(() =>
    // The server creates the options with the same library. The browser refuses invalid ones.
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
  return made && { ...made }
}

/** Returns undefined if the user or the device declines. */
export async function usePasskey(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const used = await unlessRefused(() =>
    // See `createPasskey` for the cast.
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
