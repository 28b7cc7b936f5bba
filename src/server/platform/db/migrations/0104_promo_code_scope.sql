-- False: the code is valid for the ticket types in promo_code_ticket_types only, and for none when those are deleted. Without this column, no
-- rows meant all ticket types, so that deleting a code's last ticket type made it valid for every ticket.
alter table promo_codes add column is_all_types boolean not null default true;

-- A trigger sets the column, so that it is right for codes of the previous version too, which doesn't know it. A code that the previous version
-- changes from some ticket types to all of them stays without any until it is saved again: it never becomes valid for more than was chosen.
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

-- Codes that lost their ticket types before: the audit log's last ticket types of the code or its batch. It has none of imported codes.
update promo_codes c set is_all_types = false
where c.is_all_types and (
  select l.after -> 'ticketTypeIds' from audit_log l
  where l.promoter_id = c.promoter_id and l.subject_id in (c.id::text, c.batch_id::text) and l.after ? 'ticketTypeIds'
  order by l.id desc limit 1
) <> '[]';
