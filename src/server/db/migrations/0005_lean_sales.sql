-- For what a statement must have found or done, when nobody waits for its answer before the commit goes out: the
-- transaction is taken back as if a constraint of that name had been violated.
create function require(is_so boolean, rule name) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'required: %', rule using errcode = 'check_violation', constraint = rule;
  end if;
end
$$;

-- Holds are written hundreds at a time, and a foreign key asks its question once for each row: more than half of what a hold
-- costs. The same questions are asked here once for each statement. Between question and commit the answers stay true
-- because whoever writes a hold has locked its cart and its inventory row, and whoever deletes one of those locks it too.

-- All at once and in the order of those who are selling: nobody is met half-way.
lock table promoters, carts, inventory, holds in access exclusive mode;

create function refuse_orphan_carts() returns trigger language plpgsql as $$
begin
  perform require(not exists (
    select from (select distinct promoter_id from new_carts) c
    where not exists (select from promoters p where p.id = c.promoter_id)
  ), 'carts_have_promoters');
  return null;
end
$$;

create function refuse_orphan_holds() returns trigger language plpgsql as $$
begin
  perform require(not exists (
    select from new_holds h
    where not exists (select from carts c where c.id = h.cart_id and c.promoter_id = h.promoter_id)
  ), 'holds_have_carts');
  perform require(not exists (
    select from (select distinct ticket_type_id, promoter_id from new_holds) h
    where not exists (
      select from inventory i where i.ticket_type_id = h.ticket_type_id and i.promoter_id = h.promoter_id
    )
  ), 'holds_have_inventory');
  return null;
end
$$;

create function keep_promoters_of_carts() returns trigger language plpgsql as $$
begin
  perform require(not exists (select from old_promoters p join carts c on c.promoter_id = p.id), 'carts_have_promoters');
  return null;
end
$$;

create function keep_carts_of_holds() returns trigger language plpgsql as $$
begin
  perform require(not exists (select from old_carts c join holds h on h.cart_id = c.id), 'holds_have_carts');
  return null;
end
$$;

create function keep_inventory_of_holds() returns trigger language plpgsql as $$
begin
  perform require(
    not exists (select from old_inventory i join holds h on h.ticket_type_id = i.ticket_type_id), 'holds_have_inventory'
  );
  return null;
end
$$;

-- A cart may go on to another promoter once it holds nothing of the last one.
create function refuse_mixed_cart() returns trigger language plpgsql as $$
begin
  perform require(
    not exists (select from holds h where h.cart_id = new.id and h.promoter_id <> new.promoter_id), 'holds_have_carts'
  );
  perform require(exists (select from promoters p where p.id = new.promoter_id), 'carts_have_promoters');
  return null;
end
$$;

create function refuse_held() returns trigger language plpgsql as $$
begin
  perform require(not exists (select from holds h where h.ticket_type_id = old.ticket_type_id), 'holds_have_inventory');
  return null;
end
$$;

create function refuse_move() returns trigger language plpgsql as $$
begin
  perform require(false, (tg_table_name || '_stay_where_they_are')::name);
  return null;
end
$$;

create trigger refuse_orphans after insert on carts referencing new table as new_carts
  for each statement execute function refuse_orphan_carts();
create trigger refuse_orphans after insert on holds referencing new table as new_holds
  for each statement execute function refuse_orphan_holds();
create trigger keep_for_carts after delete on promoters referencing old table as old_promoters
  for each statement execute function keep_promoters_of_carts();
create trigger keep_for_holds after delete on carts referencing old table as old_carts
  for each statement execute function keep_carts_of_holds();
create trigger keep_for_holds after delete on inventory referencing old table as old_inventory
  for each statement execute function keep_inventory_of_holds();

create trigger refuse_mixed after update of promoter_id on carts for each row
  when (old.promoter_id <> new.promoter_id) execute function refuse_mixed_cart();

-- What is referred to keeps its keys, and so does what refers.
create trigger refuse_move before update of id on promoters for each row
  when (old.id <> new.id) execute function refuse_move();
create trigger refuse_held after update of ticket_type_id, promoter_id on inventory for each row
  when (old.ticket_type_id <> new.ticket_type_id or old.promoter_id <> new.promoter_id) execute function refuse_held();
create trigger refuse_move before update of cart_id, ticket_type_id, promoter_id on holds for each row
  when (old.cart_id <> new.cart_id or old.ticket_type_id <> new.ticket_type_id or old.promoter_id <> new.promoter_id)
  execute function refuse_move();
create trigger refuse_move before update of id on carts for each row
  when (old.id <> new.id) execute function refuse_move();

alter table holds
  drop constraint holds_promoter_id_cart_id_fkey,
  drop constraint holds_promoter_id_ticket_type_id_fkey;
alter table carts
  drop constraint carts_promoter_id_fkey,
  drop constraint carts_promoter_id_id_key;
