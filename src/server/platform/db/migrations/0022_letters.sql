-- Counts up with each change of the look: who began from an older one is told so.
alter table sites add column version int not null default 1;
-- The same for the name and address that a promoter's e-mails come with.
alter table sites add column sender_version int not null default 1;

-- Pictures that somebody is about to show: until then nobody removes their files. It outlives no call for long.
create table upload_claims (
  id uuid not null,
  name text not null,
  until timestamptz not null,
  primary key (id, name)
);
create index upload_claims_of_name on upload_claims (name);

-- A promoter's own words for an e-mail. Null: Foyer's. The row stays when they go back to those, so that its version never starts
-- anew.
create table email_templates (
  promoter_id uuid not null references promoters (id),
  key text not null check (key ~ '^[a-z_]+$'),
  subject text check (length(subject) between 1 and 200),
  body text check (length(body) between 1 and 20000),
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (promoter_id, key),
  check ((subject is null) = (body is null))
);
