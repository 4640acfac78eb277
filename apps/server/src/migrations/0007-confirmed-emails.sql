-- Accounts go to e-mail addresses that their users have confirmed, where the shop wants that.

-- An address that belongs to this user: they had the code that was mailed to it.
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
create index mailed_codes_confirming on mailed_codes (user_id, id) where purpose = 'confirm';

-- Its e-mail went without the accounts, because the address was not confirmed.
alter table orders add column mail_unconfirmed boolean not null default false;
