import { useId, useState } from 'react'
import type { ApiKey } from '#contracts/console/developers/api-keys.ts'
import { revokeApiKey } from '#stores/console/developers.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { ConfirmButton } from '#islands/console/ConfirmButton.tsx'

export function RevokeKey({ apiKey: { id, name, members } }: { apiKey: ApiKey }) {
  const fieldId = useId()
  const [keepsMembers, keepMembers] = useState(false)
  return (
    <ConfirmButton
      label="Revoke"
      about={name}
      question={`Revoke ${name}?`}
      yes="Revoke key"
      run={() => revokeApiKey(id, keepsMembers ? 'keep' : 'remove')}
    >
      <p>Programs that use it lose access at once. A revoked key can’t be restored.</p>
      {members > 0 && (
        <>
          <p>
            {members === 1
              ? '1 person joined your team through this key and loses access with it.'
              : `${members} people joined your team through this key and lose access with it.`}
          </p>
          <Checkbox
            id={fieldId}
            label={members === 1 ? 'Keep this person’s access' : 'Keep these people’s access'}
            checked={keepsMembers}
            onChange={(event) => keepMembers(event.target.checked)}
          />
        </>
      )}
    </ConfirmButton>
  )
}
