-- The second factor of signing in, and what admins must do before they may act.

-- The secret is sealed with the shop's keys. A code's time step counts once.
create table two_factors (
  user_id bigint primary key references users,
  key_id text not null,
  sealed bytea not null,
  started_at timestamptz not null,
  -- Null until a first code has shown that the user has the secret.
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  tries int not null default 0,
  tries_end_at timestamptz not null
);

-- When the session last proved itself by a code; null where its user has no second factor.
alter table sessions add column code_at timestamptz;
alter table users add column must_change_password boolean not null default false;

-- Admins are few among millions, and so are those who are not active.
create index users_role on users (role_id) where role_id is not null;
create index users_inactive on users (status, id) where status <> 'active';
