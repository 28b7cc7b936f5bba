-- An invitation that a program has sent ends with the program's key. Null: a person's.
alter table invitations
  add column api_key_id uuid,
  add foreign key (promoter_id, api_key_id) references api_keys (promoter_id, id);
create index open_invitations_of_account on invitations (promoter_id, invited_by)
  where accepted_at is null and revoked_at is null;
create index open_invitations_of_key on invitations (promoter_id, api_key_id)
  where api_key_id is not null and accepted_at is null and revoked_at is null;

-- What a used token's successor is made of, with the token itself: nobody who reads it here can make one. And when it was answered
-- once more, which happens once.
alter table refresh_tokens
  add column seed bytea,
  add column repeated_at timestamptz;

-- The audit log keeps no names of people, none of their addresses and nothing that opens something: of entries that have
-- them what changed is left. Nobody writes to the log meanwhile.
alter table audit_log disable trigger audit_log_stays;

update audit_log set after = after - 'to' where action = 'order.resent' and after ? 'to';

update audit_log set
  before = null,
  after = jsonb_build_object('changed', (select jsonb_agg(key order by key desc) from jsonb_object_keys(after) key))
where action = 'ticket.holder_changed' and before is not null;

update audit_log set after = jsonb_set(after, '{audience,filter}', (after #> '{audience,filter}') - 'q' || '{"isSearch": true}')
where action = 'message.sent' and after #> '{audience,filter}' ? 'q';

-- What opens a ticket type.
update audit_log set
  after = (after - 'accessCode') || jsonb_build_object('hasAccessCode', coalesce(after ->> 'accessCode', '') <> '')
    || case when before ? 'accessCode' then '{"accessCodeChanged": true}' else '{}'::jsonb end,
  before = (before - 'accessCode') || jsonb_build_object('hasAccessCode', coalesce(before ->> 'accessCode', '') <> '')
where action like 'ticket\_type.%' and (before ? 'accessCode' or after ? 'accessCode');

-- Addresses of webhooks have keys in their paths.
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
