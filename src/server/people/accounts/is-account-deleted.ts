/** True if a write referred to the caller's account or membership, which was deleted after the request had begun. */
export const isAccountDeleted = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23503' &&
  'constraint' in error &&
  String(error.constraint).endsWith('_account_id_fkey')
