-- Changes of taxes are notified like other changes (0004_notices.sql), because cached pages contain taxes.
do $$
declare
  watched text;
begin
  foreach watched in array array['tax_rates', 'ticket_type_taxes'] loop
    execute format(
      'create trigger tell_inserts after insert on %I referencing new table as new_rows
        for each statement execute function tell_changes(%L, %L)',
      watched, 'foyer_changes', 'promoter_id'
    );
    execute format(
      'create trigger tell_updates after update on %I referencing old table as old_rows new table as new_rows
        for each statement execute function tell_changes(%L, %L)',
      watched, 'foyer_changes', 'promoter_id'
    );
    execute format(
      'create trigger tell_deletes after delete on %I referencing old table as old_rows
        for each statement execute function tell_changes(%L, %L)',
      watched, 'foyer_changes', 'promoter_id'
    );
  end loop;
end
$$;

-- Invoice numbers continue after the last one, or start here.
comment on column promoters.next_invoice_number is 'The lowest number that the promoter''s next invoice may have.';
