-- Buyers are told once, on the page and by e-mail, that their own address on a network has changed. How far that is: by
-- the method that brought the new factory. Without a reference to it: methods are put back by deleting and inserting them.
create table factory_changes (
  method_id bigint primary key,
  network text not null references networks,
  created_at timestamptz not null,
  -- The last buyer who was looked at; everyone was, once it is done.
  up_to_user bigint not null default 0,
  done_at timestamptz
);

-- Factories that are in use already are no news.
insert into factory_changes (method_id, network, created_at, done_at)
  select id, type, created_at, now() from payment_methods where mode = 'own_addresses';

create table address_notices (
  id bigint generated always as identity primary key,
  method_id bigint not null references factory_changes,
  user_id bigint not null references users,
  network text not null references networks,
  chain_id bigint not null,
  created_at timestamptz not null,
  -- When its e-mail was queued, or found to have nobody to go to.
  mailed_at timestamptz,
  -- When the buyer first opened the new address since.
  opened_at timestamptz,
  dismissed_at timestamptz,
  constraint address_notices_one_each unique (user_id, method_id)
);
create index address_notices_unmailed on address_notices (method_id, id) where mailed_at is null;

-- E-mails to very many people at once are sent beside the others, which never wait for them.
alter table mails add column bulk boolean not null default false;
