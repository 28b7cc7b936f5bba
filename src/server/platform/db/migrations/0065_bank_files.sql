-- Bank details of promoters, for settlements by bank transfer. A change inserts a row, so that it can be undone.
create table bank_accounts (
  id uuid primary key,
  -- Order of the changes.
  position bigint generated always as identity,
  promoter_id uuid not null references promoters (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  holder text not null,
  -- ISO 3166-1 code of the bank's country.
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- `iban`: the number is an IBAN. `us`: an account number at the bank with this routing number.
  scheme text not null check (scheme in ('iban', 'us')),
  -- Account number, encrypted (encryption/secret-rows.ts).
  number text not null,
  last_four text not null check (length(last_four) <= 4),
  routing_number text not null default '',
  bic text not null default '',
  changed_at timestamptz not null,
  -- Owner who made the change; null for a deleted account.
  changed_by uuid references accounts (id) on delete set null,
  -- Owners at that time. They are notified of the next change even if they are removed before it.
  owner_ids uuid[] not null,
  -- Time from which settlements use these details.
  usable_at timestamptz not null,
  undone_at timestamptz,
  unique (promoter_id, id)
);
create index bank_accounts_of_promoter on bank_accounts (promoter_id, currency, position desc) where undone_at is null;

-- Links in emails that undo a change.
create table bank_account_links (
  token_hash bytea primary key,
  promoter_id uuid not null,
  bank_account_id uuid not null,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (promoter_id, bank_account_id) references bank_accounts (promoter_id, id) on delete cascade
);
create index bank_account_links_of_account on bank_account_links (promoter_id, bank_account_id);
create index bank_account_links_by_account on bank_account_links (account_id);

-- Promoters whose settlements are on hold since a change of bank details was undone, until an owner confirms the
-- details.
create table bank_account_holds (
  promoter_id uuid primary key references promoters (id),
  since timestamptz not null
);

-- The platform's own bank accounts, from which settlements are paid.
create table debtor_accounts (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  holder text not null,
  -- Encrypted IBAN.
  number text not null,
  last_four text not null check (length(last_four) <= 4),
  bic text not null default '',
  updated_at timestamptz not null
);

-- Files with transfers for the platform's bank, as they were downloaded.
create table bank_files (
  id uuid primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  format text not null check (format in ('pain.001', 'csv')),
  transfers integer not null check (transfers > 0),
  sum_cents bigint not null check (sum_cents > 0),
  -- SHA-256 of the file, in hexadecimal digits.
  checksum text not null,
  -- The compressed file, encrypted: it contains account numbers.
  content text not null,
  created_at timestamptz not null,
  -- Operator who created the file; null for a deleted account.
  created_by uuid references accounts (id) on delete set null
);
create index bank_files_by_time on bank_files (created_at desc, id desc);
create index bank_files_of_account on bank_files (created_by) where created_by is not null;
create index bank_accounts_of_account on bank_accounts (changed_by) where changed_by is not null;

alter table settlements
  add foreign key (bank_file_id) references bank_files (id),
  add foreign key (promoter_id, bank_account_id) references bank_accounts (promoter_id, id);
create index settlements_of_bank_file on settlements (bank_file_id) where bank_file_id is not null;
create index settlements_of_bank_account on settlements (promoter_id, bank_account_id) where bank_account_id is not null;
