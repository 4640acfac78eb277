-- Refuses a statement that changed another number of rows than it had to, in the statement itself: its COMMIT is
-- sent along with it, so nobody could look at the numbers in between.
create function require_changes(changed int[], required int[], or_else text[]) returns void language plpgsql as $$
begin
  for place in 1..cardinality(required) loop
    if changed[place] is distinct from required[place] then
      raise exception using message = or_else[place];
    end if;
  end loop;
end $$;
