-- Users who were added without a password are invited by e-mail to choose one.

create table invitations (
  user_id bigint primary key references users,
  -- Of the link's token, which exists in the newest e-mail only.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
