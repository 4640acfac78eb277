-- Users, what they may do, and who brought them.

-- A set of permissions. The owner's role is one of them, and there is one.
create table roles (
  id bigint generated always as identity primary key,
  name text not null unique,
  menus text[] not null,
  actions text[] not null,
  is_owner boolean not null default false
);
create unique index roles_one_owner on roles (is_owner) where is_owner;

-- A person's profile. Its id is that of the ledger account with their spendable money.
create table users (
  id bigint primary key default nextval('ledger_account_ids'),
  username text not null,
  -- Folded, so that no two names differ only by the case or width of letters.
  username_key text not null constraint users_username_taken unique,
  email text not null,
  email_key text not null constraint users_email_taken unique,
  password_hash text not null,
  -- Somebody else chose the password: no admin's rights before it is changed.
  must_change_password boolean not null default false,
  status text not null default 'active' check (status in ('active', 'frozen', 'closed')),
  -- Null: no admin.
  role_id bigint references roles,
  -- The agent who brought them, whose reference to agents stands below those; null where nobody did.
  agent_id bigint,
  language text not null default 'en',
  created_at timestamptz not null
);
-- Admins find users by the beginning of a name or an address.
create index users_username_prefix on users (username_key text_pattern_ops);
create index users_email_prefix on users (email_key text_pattern_ops);
-- Admins are few among millions, and so are those who are not active.
create index users_role on users (role_id) where role_id is not null;
create index users_inactive on users (status, id) where status <> 'active';
create index users_agent on users (agent_id) where agent_id is not null;

-- A user who brings buyers by a promotion code and earns a commission.
create table agents (
  user_id bigint primary key references users,
  platform_name text not null,
  promotion_code text not null unique check (promotion_code ~ '^[A-Z0-9]{8}$'),
  telegram text not null default '',
  commission_basis_points int not null default 0 check (commission_basis_points between 0 and 10000),
  state text not null default 'active' check (state in ('active', 'paused')),
  created_at timestamptz not null
);
alter table users add foreign key (agent_id) references agents;

-- Commission that was paid to an agent outside the shop. The shop's role only adds rows.
create table agent_payouts (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  amount_micro bigint not null check (amount_micro > 0),
  -- Where it was paid: a transaction hash, a receipt.
  note text not null,
  idempotency_key text not null,
  paid_by bigint references users,
  created_at timestamptz not null,
  unique (agent_id, idempotency_key)
);

-- An admin made a person's profile, or set their role, e-mail address, password or second factor: for 72 hours the two
-- are no second person for each other. The newest such act counts.
create table user_ties (
  user_id bigint not null references users,
  by_id bigint not null references users,
  at timestamptz not null,
  primary key (user_id, by_id)
);
create index user_ties_by on user_ties (by_id);

-- What a username looks like, by Unicode's list of confusable characters; a job fills it in.
create table username_looks (
  look text not null,
  user_id bigint not null references users,
  primary key (look, user_id)
);
create index username_looks_user on username_looks (user_id);

-- ---- Guesses of passwords -----------------------------------------------------------------------

-- Wrong passwords since the last success, by user and address: somebody else's tries lock nobody out.
create table sign_in_tries (
  username_key text not null,
  address text not null,
  tries int not null,
  ends_at timestamptz not null,
  primary key (username_key, address)
);
create index sign_in_tries_ends on sign_in_tries (ends_at);

-- A network (an IP address; of IPv6 the /64 block) from which a user has signed in: from there they need no proof of
-- work, and keep a share of reset mails and code attempts that strangers cannot use up.
create table sign_in_networks (
  user_id bigint not null references users,
  network text not null,
  seen_at timestamptz not null,
  primary key (user_id, network)
);

-- A proof of work that was accepted: it is worth one sign-in attempt.
create table used_proofs (
  challenge text primary key,
  ends_at timestamptz not null
);
