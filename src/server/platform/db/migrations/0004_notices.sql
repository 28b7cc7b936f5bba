-- Notifies all processes, which cache pages and hosts, when a promoter's data has changed. The payload is the
-- promoter's id, or '' if all promoters are affected. Holds and sales aren't notified, because they change too often
-- and pages are cached for two seconds at most.

-- Trigger arguments: the channel, and the column with the promoter's id.
create function tell_changes() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select * from new_rows'
    when 'DELETE' then 'select * from old_rows'
    else 'select * from old_rows union all select * from new_rows'
  end;
begin
  execute format(
    'select pg_notify(%L, promoter) from (select distinct coalesce(%I::text, '''') as promoter from (%s) rows) promoters',
    tg_argv[0], tg_argv[1], changed
  );
  return null;
end
$$;

do $$
declare
  watched record;
begin
  for watched in
    select * from (values
      ('events', 'foyer_changes', 'promoter_id'),
      ('ticket_types', 'foyer_changes', 'promoter_id'),
      ('fee_configurations', 'foyer_changes', 'promoter_id'),
      ('delivery_options', 'foyer_changes', 'promoter_id'),
      ('promoters', 'foyer_changes', 'id'),
      ('sites', 'foyer_sites', 'promoter_id'),
      ('hosts', 'foyer_sites', 'promoter_id')
    ) as tables (name, channel, promoter)
  loop
    execute format(
      'create trigger tell_inserts after insert on %I referencing new table as new_rows
        for each statement execute function tell_changes(%L, %L)',
      watched.name, watched.channel, watched.promoter
    );
    execute format(
      'create trigger tell_updates after update on %I referencing old table as old_rows new table as new_rows
        for each statement execute function tell_changes(%L, %L)',
      watched.name, watched.channel, watched.promoter
    );
    execute format(
      'create trigger tell_deletes after delete on %I referencing old table as old_rows
        for each statement execute function tell_changes(%L, %L)',
      watched.name, watched.channel, watched.promoter
    );
  end loop;
end
$$;
