-- Asserts the result of a statement in a transaction that commits without waiting for it: if the condition is false,
-- raises the violation of a constraint with this name, which rolls the transaction back.
create function require(is_so boolean, rule name) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'required: %', rule using errcode = 'check_violation', constraint = rule;
  end if;
end
$$;
