-- For what a statement must have found or done, when nobody waits for its answer before the commit goes out: the
-- transaction is taken back as if a constraint of that name had been violated.
create function require(is_so boolean, rule name) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'required: %', rule using errcode = 'check_violation', constraint = rule;
  end if;
end
$$;
