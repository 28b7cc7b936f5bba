import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/**
 * Asks the device to create a passkey. Returns undefined if the user or the device declines, and `known` if the device
 * already has a passkey of the account.
 */
export async function createPasskey(options: Options) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    // Safe cast: the server creates the options with the same library, and the browser refuses invalid options.
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    return { ...(await startRegistration({ optionsJSON })) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.name === 'InvalidStateError' ? 'known' : undefined
  }
}

/** Asks the device for a passkey to sign in with. Returns undefined if the user or the device declines. */
export async function requestPasskeyAssertion(options: Options) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    // See `createPasskey` for the cast.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    return { ...(await startAuthentication({ optionsJSON })) }
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
