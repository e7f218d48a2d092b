-- The last value of rows in order that is not blank: what a report shows of the row before.
create function kit.later(known anyelement, latest anyelement) returns anyelement language plpgsql immutable strict parallel safe as $$
begin
  return latest;
end $$;
create aggregate kit.last_known(anyelement) (sfunc = kit.later, stype = anyelement);
