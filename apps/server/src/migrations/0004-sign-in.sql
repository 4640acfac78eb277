-- What signing in needs to resist guessing.

-- A reset code is asked for by e-mail address. Unknown addresses get a row too, so that the limits and
-- answers cannot tell which are known.
alter table reset_codes alter column user_id drop not null;
alter table reset_codes add column email_key text not null;
drop index reset_codes_user;
create index reset_codes_email on reset_codes (email_key, id);
create index reset_codes_created on reset_codes (created_at);

-- Tries since the last success, per user and address: somebody else's tries lock nobody out.
create table sign_in_tries (
  username_key text not null,
  address text not null,
  tries int not null,
  ends_at timestamptz not null,
  primary key (username_key, address)
);
create index sign_in_tries_ends on sign_in_tries (ends_at);
create index sessions_created on sessions (created_at);
