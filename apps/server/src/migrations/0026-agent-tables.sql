-- What an agent's sales of a month of the shop came to, less what was refunded of them; of those before this table, only sales that brought commission.
create table agent_sales (
  agent_id bigint not null references agents,
  -- Its first day.
  month date not null,
  net_micro bigint not null,
  primary key (agent_id, month)
);
insert into agent_sales (agent_id, month, net_micro)
select account.user_id, sold.month, sum(sold.micro)
from (
  select m.credit_account, o.total_micro - coalesce((
      select sum(e.amount_micro) from order_timeline e where e.order_id = o.id and e.kind = 'refunded'), 0) as micro,
    date_trunc('month', o.created_at at time zone
      coalesce((select value #>> '{}' from settings where key = 'time_zone'), 'UTC'))::date as month
  from orders o join ledger_movements m on m.kind = 'commission' and m.reference = o.id
  where o.created_at > now() - interval '63 days') sold
join ledger_accounts account on account.id = sold.credit_account
group by 1, 2;

-- Buyers who ask to become agents.
create table agent_applications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  platform_name text not null,
  -- Where buyers come from, in the user's words.
  words text not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  -- Why it was refused.
  reason text not null default '',
  decided_by bigint references users,
  created_at timestamptz not null,
  decided_at timestamptz
);
create unique index agent_applications_waiting on agent_applications (user_id) where state = 'waiting';
create index agent_applications_user on agent_applications (user_id, id);

-- How often browsers opened an agent's link on a day of the shop: a count, and nothing about who did.
create table agent_clicks (
  agent_id bigint not null references agents,
  day date not null,
  clicks bigint not null,
  primary key (agent_id, day)
);

-- Wallets with which users have signed that they are theirs.
create table confirmed_wallets (
  user_id bigint not null references users,
  network text not null references networks,
  address chain_address not null,
  confirmed_at timestamptz not null,
  primary key (user_id, network, address)
);

-- Payouts also of a buyer's own top-ups.
alter table payout_requests
  alter column agent_id drop not null,
  add column kind text not null default 'commission',
  -- Whose balance it comes from; of commission, the agent's column says whose.
  add column user_id bigint references users,
  -- Its owner has signed with the wallet that it goes to.
  add column is_signed boolean not null default false,
  -- It is not paid before.
  add column payable_at timestamptz,
  drop constraint payout_requests_check,
  add constraint payout_requests_payout check (kind <> 'commission' or (state = 'paid') = (payout_id is not null)) not valid,
  add constraint payout_requests_owner check (
    kind = 'commission' and agent_id is not null and user_id is null
    or kind = 'balance' and agent_id is null and user_id is not null) not valid;

-- A second person where one was needed; null where the request that it pays has one.
alter table agent_payouts add column approved_by bigint;
alter table agent_payouts add foreign key (approved_by) references users not valid;

-- Who brought a buyer before. Orders stay theirs; where few buyers ever were an agent's, they are found by those.
create table former_agents (
  agent_id bigint not null references agents,
  user_id bigint not null references users,
  primary key (agent_id, user_id)
);
create function keep_former_agent() returns trigger language plpgsql as $$
begin
  insert into former_agents (agent_id, user_id) values (old.agent_id, new.id) on conflict do nothing;
  return null;
end $$;
-- By a trigger, so that other versions keep them too.
create trigger users_former_agent after update of agent_id on users
  for each row when (old.agent_id is not null and old.agent_id is distinct from new.agent_id)
  execute function keep_former_agent();
