-- When the provider was last asked about a person's account: pages that look every few seconds ask it once a minute.
alter table payee_accounts add column checked_at timestamptz;

-- A bank may send a payout back days after it had arrived: those that have lately arrived are asked after, too.
create index payouts_lately_paid on payouts (finished_at) where status = 'paid';
