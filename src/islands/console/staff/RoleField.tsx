import { memberRole, ROLE_LABELS, type MemberRole } from '#model/people/members.ts'

export function RoleField({ name, chosen }: { name: string; chosen: MemberRole }) {
  return (
    <fieldset className="team-choice">
      <legend>Role</legend>
      {memberRole.options.map((role) => (
        <label key={role} className="choice">
          <input type="radio" name={name} value={role} defaultChecked={role === chosen} />
          <span>
            {ROLE_LABELS[role].name}
            <span className="secondary-text">Can {ROLE_LABELS[role].does}.</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
