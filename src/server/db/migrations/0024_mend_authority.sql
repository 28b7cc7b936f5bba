-- An invitation that a program has sent ends with the program's key. Null: a person's.
alter table invitations
  add column api_key_id uuid,
  add foreign key (promoter_id, api_key_id) references api_keys (promoter_id, id);
create index open_invitations_of_account on invitations (promoter_id, invited_by)
  where accepted_at is null and revoked_at is null;
create index open_invitations_of_key on invitations (promoter_id, api_key_id)
  where api_key_id is not null and accepted_at is null and revoked_at is null;
