-- When the card's part of a refund fails, what went on vouchers becomes a refund of its own, split from the failed one. Null for other refunds,
-- and for those that earlier versions have split.
alter table refunds
  add column split_from uuid,
  add constraint refunds_split_from_fkey foreign key (promoter_id, split_from) references refunds (promoter_id, id) not valid;
