-- Addresses that want no more messages in a promoter's own words. As a hash: an account that is deleted keeps its wish.
create table mail_stops (
  promoter_id uuid not null references promoters on delete cascade,
  address_hash bytea not null check (length(address_hash) = 32),
  created_at timestamptz not null,
  primary key (promoter_id, address_hash)
);

-- Mails that their recipients reported. The mail itself goes after 90 days, its report after another 90.
create table mail_reports (
  mail_id uuid primary key,
  promoter_id uuid not null references promoters on delete cascade,
  kind text not null check (length(kind) <= 40),
  created_at timestamptz not null
);
create index mail_reports_of_promoter on mail_reports (promoter_id, created_at desc);
