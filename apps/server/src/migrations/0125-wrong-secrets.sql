-- Wrong passwords and codes entered in a session, which ends after a few: a stolen one must not serve to guess them.
alter table sessions add column wrong_secrets integer not null default 0;
