-- Who is signed in, by what second factor, and what was mailed to prove an address.

-- A sign-in on one device. The table knows the token's hash only.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null,
  user_agent text not null,
  -- When it last proved itself by a two-factor code; null where its user has none.
  code_at timestamptz,
  -- Wrong passwords and codes entered in it. It ends after a few: a stolen session must not serve to guess them.
  wrong_secrets integer not null default 0
);
create index sessions_user on sessions (user_id);
create index sessions_created on sessions (created_at);

-- A code that proves that whoever forgot a password reads the user's mail, or that a user reads the address they move
-- to. Unknown addresses get a row too, so that limits and answers cannot tell which are known.
create table mailed_codes (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('password', 'email')),
  -- The folded address that it goes to.
  email_key text not null,
  -- The address to move to, as it was written.
  email text,
  user_id bigint references users,
  -- The code is made when its e-mail is rendered; only its hash is kept.
  code_hash text,
  tries int not null default 0,
  -- Who asked for it: its attempts are theirs alone.
  network text not null default '',
  request_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- A move has an address and a user.
  constraint mailed_codes_moves
    check ((purpose = 'email') = (email is not null) and (purpose = 'password' or user_id is not null))
);
create index mailed_codes_email on mailed_codes (email_key, id);
create index mailed_codes_user on mailed_codes (user_id, id) where purpose = 'email';
create index mailed_codes_created on mailed_codes (created_at);

-- A user's second factor, its secret sealed.
create table two_factors (
  user_id bigint primary key references users,
  key_id text not null references sealing_keys,
  sealed bytea not null,
  started_at timestamptz not null,
  -- Null until a first code has shown that the user has the secret.
  confirmed_at timestamptz,
  -- A code's time step counts once.
  last_step bigint not null default 0
);

-- Wrong two-factor codes of a user from a network.
create table two_factor_tries (
  user_id bigint not null references users,
  network text not null,
  tries int not null,
  ends_at timestamptz not null,
  primary key (user_id, network)
);

-- A recovery code that is left; it is deleted when it is used.
create table recovery_codes (
  user_id bigint not null references users,
  code_hash text not null,
  primary key (user_id, code_hash)
);
