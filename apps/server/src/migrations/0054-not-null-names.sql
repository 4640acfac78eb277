-- From PostgreSQL 18 on, and in the embedded database, not-null constraints have names. Those of renamed tables and
-- columns follow their columns here; older servers have none.
do $$
declare
  one record;
begin
  for one in
    select c.conname, r.oid::regclass as owner, format('%s_%s_not_null', r.relname, a.attname) as wanted
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_namespace n on n.oid = r.relnamespace and n.nspname = current_schema()
    join pg_attribute a on a.attrelid = r.oid and a.attnum = c.conkey[1]
    where c.contype = 'n' and c.conname <> left(format('%s_%s_not_null', r.relname, a.attname), 63)
      and not exists (
        select 1 from pg_constraint other
        where other.conrelid = r.oid and other.conname = left(format('%s_%s_not_null', r.relname, a.attname), 63)
      )
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.conname, left(one.wanted, 63));
  end loop;
end $$;
