-- If false, the code is valid only for the ticket types in promo_code_ticket_types, and for none if those were deleted.
-- Without this column, a code without rows was valid for all ticket types, even after its last ticket type was deleted.
alter table promo_codes add column is_all_types boolean not null default true;

-- A trigger sets the column, because the previous version doesn't know it. If the previous version changes a code from
-- some ticket types to all of them, the code is valid for none until it is saved again, and so never for more than was
-- chosen.
create function limit_promo_codes() returns trigger language plpgsql as $$
begin
  update promo_codes set is_all_types = false
  where is_all_types and id in (select promo_code_id from inserted);
  return null;
end
$$;
create trigger limit_promo_codes after insert on promo_code_ticket_types
  referencing new table as inserted for each statement execute function limit_promo_codes();

update promo_codes set is_all_types = false where id in (select promo_code_id from promo_code_ticket_types);

-- Codes that had already lost their ticket types, according to the last ticket types in the audit log of the code or
-- its batch. The log has none for imported codes.
update promo_codes c set is_all_types = false
where c.is_all_types and (
  select l.after -> 'ticketTypeIds' from audit_log l
  where l.promoter_id = c.promoter_id and l.subject_id in (c.id::text, c.batch_id::text) and l.after ? 'ticketTypeIds'
  order by l.id desc limit 1
) <> '[]';
