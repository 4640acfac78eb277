-- An announcement can be shown at several positions; the first of them stays in its own column.

alter table announcements add column also_at text[] not null default '{}';
alter table announcements add constraint announcements_also_at
  check (also_at <@ array['home', 'purchase', 'recharge', 'login']) not valid;
