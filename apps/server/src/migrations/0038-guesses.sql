-- Guesses are seen, slowed down, and cannot be used to keep an owner out.

-- Networks (IP addresses; /64 blocks of IPv6) from which a user has signed in. They keep a share of the user's reset
-- mails and code attempts that strangers cannot use up, and need no proof of work.
create table sign_in_networks (
  user_id bigint not null references users,
  network text not null,
  seen_at timestamptz not null,
  primary key (user_id, network)
);

-- Proofs of work that were accepted: each is worth one sign-in attempt.
create table used_proofs (
  challenge text primary key,
  ends_at timestamptz not null
);

-- Wrong two-factor codes, by user and network.
create table two_factor_tries (
  user_id bigint not null references users,
  network text not null,
  tries int not null,
  ends_at timestamptz not null,
  primary key (user_id, network)
);
alter table two_factors drop column tries, drop column tries_end_at;

-- Who asked for a code: its attempts are theirs alone.
alter table mailed_codes add column network text not null default '';
alter table mailed_codes add column request_hash text;

-- What was refused, and who signed in, counted by hour: enough to see guessing, and no more rows than that takes.
create table security_events (
  hour timestamptz not null,
  kind text not null,
  address text not null,
  -- 0 where no user is known.
  user_id bigint not null,
  call text not null,
  count int not null,
  last_at timestamptz not null,
  primary key (hour, kind, address, user_id, call)
);

-- What a username looks like, by Unicode's list of confusable characters; filled for known users by a job.
create table username_looks (
  look text not null,
  user_id bigint not null references users,
  primary key (look, user_id)
);
create index username_looks_user on username_looks (user_id);

-- Recovery codes that are left; one is deleted when it is used.
create table recovery_codes (
  user_id bigint not null references users,
  code_hash text not null,
  primary key (user_id, code_hash)
);
