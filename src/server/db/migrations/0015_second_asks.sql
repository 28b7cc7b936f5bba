-- When the provider was last asked about a person's account: pages that look every few seconds ask it once a minute.
alter table payee_accounts add column checked_at timestamptz;
