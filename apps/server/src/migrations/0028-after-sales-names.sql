-- Tables are named by their standard terms: what is shown of an order is its timeline, what a buyer reports is a
-- warranty claim, and an account that was replaced or refunded is a remedied item.

alter table order_events rename to order_timeline;
alter table claims rename to warranty_claims;
alter table claim_items rename to warranty_claim_items;
alter table bad_items rename to remedied_items;
alter table remedied_items rename column event_id to timeline_id;

-- Constraints, indexes, sequences and triggers follow. Listed by the catalogue, because which not-null constraints
-- have a name depends on PostgreSQL's version.
do $$
declare
  renamed record;
  object record;
begin
  for renamed in select * from (values
    ('order_events', 'order_timeline'),
    ('claims', 'warranty_claims'),
    ('claim_items', 'warranty_claim_items'),
    ('bad_items', 'remedied_items')) as names (old, new)
  loop
    for object in select conname as name from pg_constraint
      where conrelid = renamed.new::regclass and starts_with(conname, renamed.old || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.new, object.name,
        replace(renamed.new || substr(object.name, length(renamed.old) + 1), 'event_id', 'timeline_id'));
    end loop;
    for object in select relname as name, relkind as kind from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('i', 'S')
        and starts_with(relname, renamed.old || '_')
        and (relkind = 'S' or oid in (select indexrelid from pg_index where indrelid = renamed.new::regclass))
    loop
      execute format('alter %s %I rename to %I', case object.kind when 'S' then 'sequence' else 'index' end,
        object.name, renamed.new || substr(object.name, length(renamed.old) + 1));
    end loop;
    for object in select tgname as name from pg_trigger
      where tgrelid = renamed.new::regclass and not tgisinternal and starts_with(tgname, renamed.old || '_')
    loop
      execute format('alter trigger %I on %I rename to %I', object.name, renamed.new,
        renamed.new || substr(object.name, length(renamed.old) + 1));
    end loop;
  end loop;
end $$;

-- The kind of a proposal is the event that applies it.
update proposals set kind = 'refundApproved' where kind = 'refundPassed';
