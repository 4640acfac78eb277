-- Names in their standard terms: the messages that a deposit claim is signed over, and the transaction hash that a
-- buyer submits for a top-up.

alter table claim_texts rename to deposit_claim_texts;
alter table recharges rename column hinted_tx_hash to submitted_tx_hash;
alter table recharges rename column hinted_at to submitted_at;
alter index recharges_hint rename to recharges_submitted_tx_hash;

-- Constraints, indexes and the sequence follow. Listed by the catalogue, because which not-null constraints have a
-- name depends on PostgreSQL's version.
do $$
declare
  object record;
begin
  for object in select conname as name from pg_constraint
    where conrelid = 'deposit_claim_texts'::regclass and starts_with(conname, 'claim_texts_')
  loop
    execute format('alter table deposit_claim_texts rename constraint %I to %I', object.name,
      'deposit_' || object.name);
  end loop;
  for object in select relname as name, relkind as kind from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('i', 'S')
      and starts_with(relname, 'claim_texts_')
  loop
    execute format('alter %s %I rename to %I', case object.kind when 'S' then 'sequence' else 'index' end,
      object.name, 'deposit_' || object.name);
  end loop;
end $$;
