-- Time at which the account was last fetched from the provider. Pages that poll fetch it at most once a minute.
alter table payee_accounts add column checked_at timestamptz;

-- Finds recently paid payouts, which are checked too, because a bank can return a payout days after its arrival.
create index payouts_lately_paid on payouts (finished_at) where status = 'paid';

-- Deletes display names that only repeat the account's name: saving a profile stored that name, and the display name
-- then didn't follow changes of the account's name.
update staff_profiles s set display_name = '' from accounts a
where a.id = s.account_id and s.display_name = trim(a.first_name || ' ' || a.last_name);
