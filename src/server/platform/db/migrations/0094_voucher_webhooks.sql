-- Validates the constraint of the previous migration. `vouchers` is small, because it exists only since migration 85.
alter table vouchers validate constraint vouchers_kind_check, validate constraint sold_vouchers_are_paid_in;

-- Webhook events of vouchers, which never contain the code. Both triggers are deferred, so that the payload has the
-- voucher's state at the end of the transaction.

create function voucher_facts(wanted uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('id', v.id, 'kind', v.kind, 'status', v.status, 'codeEnd', v.code_end, 'currency', v.currency,
    'amountCents', v.amount_cents, 'balanceCents', v.balance_cents, 'expiresAt', v.expires_at, 'createdAt', v.created_at)
  from vouchers v where v.id = wanted
$$;

-- Changes of the balance by a sale, refund, dispute or grant. Expiry and voiding are reported by `tell_voucher_ended`.
create function tell_voucher_balance() returns trigger language plpgsql as $$
declare
  change record;
  event_type text;
begin
  select t.kind, t.order_id, v.status, v.refund_id is not null and t.fact = 'refund:' || v.refund_id as is_credit
    into change
    from ledger_transactions t, vouchers v where t.id = new.transaction_id and v.id = new.voucher_id;
  event_type := case
    when change.kind = 'voucher_issued' or change.is_credit or (change.kind = 'sale' and new.amount_cents > 0) then 'voucher.issued'
    when change.kind = 'sale' then 'voucher.redeemed'
    when change.kind in ('voucher_voided', 'voucher_expired') or change.status = 'void' then null
    else 'voucher.changed' end;
  if event_type is not null and has_webhooks(new.promoter_id, event_type) then
    perform tell_webhooks(new.promoter_id, event_type, 'voucher', new.voucher_id::text,
      voucher_facts(new.voucher_id) || jsonb_build_object('orderId', change.order_id, 'changeCents', new.amount_cents));
  end if;
  return null;
end
$$;
create constraint trigger tell_voucher_balance after insert on ledger_entries deferrable initially deferred for each row
  when (new.voucher_id is not null) execute function tell_voucher_balance();

create function tell_voucher_ended() returns trigger language plpgsql as $$
declare
  event_type text := case new.status when 'void' then 'voucher.voided' else 'voucher.expired' end;
begin
  if has_webhooks(new.promoter_id, event_type) and exists (select from vouchers where id = new.id and status = new.status) then
    perform tell_webhooks(new.promoter_id, event_type, 'voucher', new.id::text, voucher_facts(new.id));
  end if;
  return null;
end
$$;
create constraint trigger tell_voucher_ended after update of status on vouchers deferrable initially deferred for each row
  when (old.status <> new.status and new.status in ('void', 'expired')) execute function tell_voucher_ended();
