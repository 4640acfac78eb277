-- Two of a kind may stand where each is about a thing of its own, as one proposal after another.
alter table alarms add column about text not null default '';
drop index alarms_standing;
create unique index alarms_standing on alarms (kind, coalesce(network, ''), about) where ended_at is null;
