-- When the provider was last asked about a person's account: pages that look every few seconds ask it once a minute.
alter table payee_accounts add column checked_at timestamptz;

-- A bank may send a payout back days after it had arrived: those that have lately arrived are asked after, too.
create index payouts_lately_paid on payouts (finished_at) where status = 'paid';

-- Whoever saved a profile wrote the account's name into it, and kept it when the account was renamed.
update staff_profiles s set display_name = '' from accounts a
where a.id = s.account_id and s.display_name = trim(a.first_name || ' ' || a.last_name);
