-- A status for payouts that an owner refused, separate from those that failed at the provider or the bank.
alter table payouts drop constraint payouts_status_check;

-- Payouts whose decision and end have the same time were refused. Webhooks have already reported them.
alter table payouts disable trigger tell_payout_moved;
update payouts set status = 'refused' where status = 'failed' and decided_at = finished_at;
alter table payouts enable trigger tell_payout_moved;

alter table payouts add constraint payouts_status_check
  check (status in ('requested', 'approved', 'sent', 'paid', 'failed', 'refused'));

-- Webhooks report a refusal as `payout.failed`, as before; the status in the payload distinguishes it.
create or replace function tell_payout() returns trigger language plpgsql as $$
declare
  event_type text := 'payout.' || case new.status when 'refused' then 'failed' else new.status end;
begin
  if has_webhooks(new.promoter_id, event_type) then
    perform tell_webhooks(new.promoter_id, event_type, 'payout', new.id::text,
      jsonb_build_object('id', new.id, 'memberId', new.member_id, 'eventId', new.event_id, 'status', new.status,
        'amountCents', new.amount_cents, 'currency', new.currency, 'reason', new.reason, 'requestedAt', new.requested_at));
  end if;
  return null;
end
$$;
