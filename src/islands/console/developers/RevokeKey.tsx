import type { ApiKey } from '#contracts/console/api-keys.ts'
import { revokeApiKey } from '#stores/console/developers.ts'
import { Confirm } from './Confirm.tsx'

export function RevokeKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  return (
    <Confirm
      label="Revoke"
      about={name}
      question={`Revoke ${name}?`}
      yes="Revoke it"
      run={() => revokeApiKey(id)}
    >
      <p>Programs that use it are refused from now on. A revoked key can’t be brought back.</p>
    </Confirm>
  )
}
