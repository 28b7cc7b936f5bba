-- Of an event that is changed whoever listens is told when something else is true of it than was told before: what its promoter
-- writes and has not published yet is nobody's business.
create or replace trigger tell_event_changed after update on events for each row
  when (event_facts(old) is distinct from event_facts(new)) execute function tell_event();
