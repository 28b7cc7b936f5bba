-- The reported change of a refund excludes the amount that couldn't be credited, because the same transaction deducts
-- that amount from the voucher again.
create or replace function tell_voucher_balance() returns trigger language plpgsql as $$
declare
  change record;
  event_type text;
  change_cents bigint;
begin
  select t.kind, t.order_id, t.fact, v.status, v.refund_id is not null and t.fact = 'refund:' || v.refund_id as is_credit
    into change
    from ledger_transactions t, vouchers v where t.id = new.transaction_id and v.id = new.voucher_id;
  event_type := case
    when change.kind = 'voucher_issued' or change.is_credit or (change.kind = 'sale' and new.amount_cents > 0) then 'voucher.issued'
    when change.kind = 'sale' then 'voucher.redeemed'
    when change.kind in ('voucher_voided', 'voucher_expired') or change.status = 'void' then null
    else 'voucher.changed' end;
  if event_type is null or not has_webhooks(new.promoter_id, event_type) then return null; end if;
  change_cents := new.amount_cents;
  if change.kind = 'refund' then
    select new.amount_cents + coalesce(sum(e.amount_cents), 0) into change_cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.voucher_id = new.voucher_id
      where t.fact = 'voucher_voided:' || new.voucher_id || ':' || split_part(change.fact, ':', 2);
  end if;
  if change_cents <> 0 then
    perform tell_webhooks(new.promoter_id, event_type, 'voucher', new.voucher_id::text,
      voucher_facts(new.voucher_id) || jsonb_build_object('orderId', change.order_id, 'changeCents', change_cents));
  end if;
  return null;
end
$$;
