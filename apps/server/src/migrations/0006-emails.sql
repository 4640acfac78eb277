-- An address that belongs to this user: they had the code that was mailed to it. Where the shop wants that, accounts go
-- to such addresses only.
create table confirmed_emails (
  user_id bigint not null references users,
  -- The folded address.
  email_key text not null,
  confirmed_at timestamptz not null,
  primary key (user_id, email_key)
);

-- A code can also confirm an address without moving to it.
alter table mailed_codes drop constraint mailed_codes_purpose_check;
alter table mailed_codes add constraint mailed_codes_purpose_check
  check (purpose in ('password', 'email', 'confirm')) not valid;

-- Users who were added without a password are invited by e-mail to choose one.
create table invitations (
  user_id bigint primary key references users,
  -- Of the link's token, which exists in the newest e-mail only.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
