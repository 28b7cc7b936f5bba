-- Like `promo_codes.is_all_types` (0104): if false, the gate admits only the ticket types in gate_ticket_types, and
-- none if those were deleted.
alter table gates add column is_all_types boolean not null default true;

create function limit_gates() returns trigger language plpgsql as $$
begin
  update gates set is_all_types = false where is_all_types and id in (select gate_id from inserted);
  return null;
end
$$;
create trigger limit_gates after insert on gate_ticket_types
  referencing new table as inserted for each statement execute function limit_gates();

update gates set is_all_types = false where id in (select gate_id from gate_ticket_types);
