-- API key that created the membership, which ends when the key is revoked. Null once a person has confirmed the
-- membership.
alter table members
  add column granted_by_key uuid,
  add foreign key (promoter_id, granted_by_key) references api_keys (promoter_id, id);
create index members_of_key on members (promoter_id, granted_by_key) where granted_by_key is not null;

-- Backfill: members who joined by an invitation that an API key created. Equal times show that accepting it created the membership.
update members m set granted_by_key = i.api_key_id
from invitations i
where i.promoter_id = m.promoter_id and i.accepted_by = m.account_id and i.accepted_at = m.created_at
  and i.api_key_id is not null and m.role <> 'owner';

-- API keys can't assign roles that manage the promoter.
delete from invitation_tokens t using invitations i
where i.promoter_id = t.promoter_id and i.id = t.invitation_id and i.api_key_id is not null
  and i.role in ('owner', 'manager') and i.accepted_at is null and i.revoked_at is null;
update invitations set revoked_at = now()
where api_key_id is not null and role in ('owner', 'manager') and accepted_at is null and revoked_at is null;

-- A write scope includes the read scope, because responses of write calls contain the data.
update api_keys set scopes = (
  select array_agg(distinct each) from unnest(scopes || array(
    select replace(scope, ':write', ':read') from unnest(scopes) scope
    where scope in ('events:write', 'pricing:write', 'orders:write', 'letters:write', 'staff:write', 'payouts:write', 'site:write')
  )) each);
