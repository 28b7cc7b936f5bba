-- Versions of legal texts that the buyer of an order has accepted. None for manual orders, and for API clients that
-- don't send them.
create table order_legal_texts (
  order_id uuid not null,
  promoter_id uuid not null,
  legal_text_id uuid not null references legal_texts (id),
  primary key (order_id, legal_text_id),
  foreign key (promoter_id, order_id) references orders (promoter_id, id)
);

create function legal_texts_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'legal texts and their acceptance are append-only'
    using errcode = 'restrict_violation', constraint = 'legal_texts_are_append_only';
end
$$;
create trigger legal_texts_are_append_only before update or delete or truncate on legal_texts
  for each statement execute function legal_texts_are_append_only();
create trigger legal_texts_are_append_only before update or delete or truncate on order_legal_texts
  for each statement execute function legal_texts_are_append_only();

-- A trigger in place of a foreign key, because texts of the main site have no promoter.
create function order_legal_texts_fit() returns trigger language plpgsql as $$
begin
  if exists (select from legal_texts where id = new.legal_text_id and promoter_id <> new.promoter_id) then
    raise exception 'the legal text is of another promoter'
      using errcode = 'foreign_key_violation', constraint = 'order_legal_texts_fit';
  end if;
  return new;
end
$$;
create trigger order_legal_texts_fit before insert on order_legal_texts for each row execute function order_legal_texts_fit();
