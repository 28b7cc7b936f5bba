-- API key that sent the invitation; the invitation ends with the key. Null if a person sent it.
alter table invitations
  add column api_key_id uuid,
  add foreign key (promoter_id, api_key_id) references api_keys (promoter_id, id);
create index open_invitations_of_account on invitations (promoter_id, invited_by)
  where accepted_at is null and revoked_at is null;
create index open_invitations_of_key on invitations (promoter_id, api_key_id)
  where api_key_id is not null and accepted_at is null and revoked_at is null;

-- `seed`: the successor of a used token is derived from the token and this value, so that the database alone doesn't
-- reveal the successor. `repeated_at`: time at which the successor was returned once more, which happens only once.
alter table refresh_tokens
  add column seed bytea,
  add column repeated_at timestamptz;

-- The audit log must not contain names and addresses of people, or secrets. Existing entries that contain them keep
-- only the names of the changed fields. The log is locked meanwhile.
alter table audit_log disable trigger audit_log_stays;

update audit_log set after = after - 'to' where action = 'order.resent' and after ? 'to';

update audit_log set
  before = null,
  after = jsonb_build_object('changed', (select jsonb_agg(key order by key desc) from jsonb_object_keys(after) key))
where action = 'ticket.holder_changed' and before is not null;

update audit_log set after = jsonb_set(after, '{audience,filter}', (after #> '{audience,filter}') - 'q' || '{"isSearch": true}')
where action = 'message.sent' and after #> '{audience,filter}' ? 'q';

-- Access codes of ticket types.
update audit_log set
  after = (after - 'accessCode') || jsonb_build_object('hasAccessCode', coalesce(after ->> 'accessCode', '') <> '')
    || case when before ? 'accessCode' then '{"accessCodeChanged": true}' else '{}'::jsonb end,
  before = (before - 'accessCode') || jsonb_build_object('hasAccessCode', coalesce(before ->> 'accessCode', '') <> '')
where action like 'ticket\_type.%' and (before ? 'accessCode' or after ? 'accessCode');

-- URLs of webhooks, whose paths can contain keys.
update audit_log set
  subject = regexp_replace(subject, '^https?://([^/?#@]*@)?([^/?#]*).*$', '\2'),
  before = before || jsonb_strip_nulls(jsonb_build_object(
    'url', regexp_replace(before ->> 'url', '^https?://([^/?#@]*@)?([^/?#]*).*$', '\2'))),
  after = after || jsonb_strip_nulls(jsonb_build_object(
    'url', regexp_replace(after ->> 'url', '^https?://([^/?#@]*@)?([^/?#]*).*$', '\2')))
    || case when before ? 'url' and after ? 'url' then '{"addressChanged": true}' else '{}'::jsonb end
where action like 'webhook.%'
  and (subject ~ '^https?://' or before ->> 'url' ~ '^https?://' or after ->> 'url' ~ '^https?://');

alter table audit_log enable trigger audit_log_stays;

update messages set selection = jsonb_set(selection, '{filter}', (selection -> 'filter') - 'q' || '{"isSearch": true}')
where selection -> 'filter' ? 'q';
