-- Wrong passwords and codes that were given in a session: who has stolen it gets few tries.
alter table sessions add column wrong_secrets integer not null default 0;
