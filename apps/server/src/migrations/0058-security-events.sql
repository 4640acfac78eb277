-- Security events are listed for admins: each row has a number, in the order in which the events began.
alter table security_events
  add column id bigint generated always as identity,
  add column first_at timestamptz;
update security_events set first_at = hour;
alter table security_events alter column first_at set not null;

create unique index security_events_id on security_events (id);
create index security_events_user on security_events (user_id, id) where user_id <> 0;
