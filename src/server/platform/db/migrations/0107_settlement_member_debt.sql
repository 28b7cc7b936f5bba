-- Part of a statement's closing balance that is held because members owe it: commission that was paid out and later
-- deducted.
alter table settlements add column member_debt_cents bigint not null default 0 check (member_debt_cents >= 0);
