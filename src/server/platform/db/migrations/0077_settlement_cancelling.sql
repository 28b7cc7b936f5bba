-- `cancelling`: an operator has asked for the cancellation, no further call moves money, and Foyer looks for the payout at the provider.
alter table settlements drop constraint settlements_status_check;
alter table settlements add constraint settlements_status_check
  check (status in ('open', 'cancelling', 'sent', 'paid', 'failed', 'cancelled'));
drop index settlements_one_open;
create unique index settlements_one_open on settlements (promoter_id, currency) where status in ('open', 'cancelling');
drop index settlements_to_send;
create index settlements_to_send on settlements (checked_at nulls first)
  where method = 'provider' and status in ('open', 'cancelling', 'sent', 'paid');

-- Until when a call to the provider can still move money; null before the first.
alter table settlements add column calls_until timestamptz;
-- Operator who asked for the cancellation. Null: none, or the account was deleted since.
alter table settlements add column cancelled_by uuid references accounts (id) on delete set null;
-- Why the cancellation, or the reversal of a transfer, isn't complete, for operators.
alter table settlements add column provider_problem text not null default '';
-- Since when the transfer of a settlement that failed is to be moved back to the platform; null if it isn't, or is done.
alter table settlements add column reversing_since timestamptz;
create index settlements_reversing on settlements (checked_at) where reversing_since is not null;
create index settlements_of_operator on settlements (cancelled_by) where cancelled_by is not null;

-- Transfers that the sandbox provider has moved back to the platform.
alter table sandbox.transfers add column is_reversed boolean not null default false;

-- Since when an operator has settled the refund that failed: the money stays with the promoter and is due. Null otherwise.
alter table cancelled_orders add column settled_at timestamptz;
