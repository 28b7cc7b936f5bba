-- Version of the branding. It increments with each change, to detect edits of an outdated version.
alter table sites add column version int not null default 1;
-- Increments with each change of the sender name or reply address of the promoter's emails.
alter table sites add column sender_version int not null default 1;

-- Images that are about to be used, which protects their files from deletion. Rows expire soon after the request.
create table upload_claims (
  id uuid not null,
  name text not null,
  until timestamptz not null,
  primary key (id, name)
);
create index upload_claims_of_name on upload_claims (name);

-- Email texts of a promoter. Null for Foyer's text. The row stays when the promoter restores Foyer's text, so that the
-- version continues.
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
