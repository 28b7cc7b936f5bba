import {
  me as meContract,
  removeAvatar as removeAvatarContract,
  uploadAvatar as uploadAvatarContract,
} from '#contracts/accounts.ts'
import { me } from '../accounts/me.ts'
import { removeAvatar } from '../accounts/remove-avatar.ts'
import { uploadAvatar } from '../accounts/upload-avatar.ts'
import type { Bind, BindSignedIn, BindUpload } from './bindings.ts'

/** Of pictures. */
const MOST_BYTES = 8 * 1024 * 1024

/** Accounts, sessions, second factors. */
export function bindAccounts(_bind: Bind, bindSignedIn: BindSignedIn, bindUpload: BindUpload): void {
  bindSignedIn(meContract, me)

  bindSignedIn(removeAvatarContract, removeAvatar)
  bindUpload(uploadAvatarContract, uploadAvatar, MOST_BYTES)
}
