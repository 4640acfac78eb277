-- Why a deposit was held; stays when it was decided on.
alter table deposits add column held_reason text;
create index deposits_held on deposits (id) where state = 'held';
create index deposits_user on deposits (user_id, id) where user_id is not null;
