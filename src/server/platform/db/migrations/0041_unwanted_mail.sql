-- Hashes of addresses that have unsubscribed from a promoter's messages. As hashes, because they outlive deleted
-- accounts.
create table mail_stops (
  promoter_id uuid not null references promoters on delete cascade,
  address_hash bytea not null check (length(address_hash) = 32),
  created_at timestamptz not null,
  primary key (promoter_id, address_hash)
);

-- Emails that recipients reported. The email is deleted after 90 days, its report after another 90.
create table mail_reports (
  mail_id uuid primary key,
  promoter_id uuid not null references promoters on delete cascade,
  kind text not null check (length(kind) <= 40),
  created_at timestamptz not null
);
create index mail_reports_of_promoter on mail_reports (promoter_id, created_at desc);
