-- Refund from which this one was split: when the card's part of a refund fails, the vouchers' part becomes a separate
-- refund. Null for other refunds, and for those split by earlier versions.
alter table refunds
  add column split_from uuid,
  add constraint refunds_split_from_fkey foreign key (promoter_id, split_from) references refunds (promoter_id, id) not valid;
