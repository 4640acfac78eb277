-- The networks that the code has a record of; filled at each start, so no constraint lists them by name.

create table networks (
  id text primary key
);
insert into networks (id) select network from ledger_accounts where kind = 'inflow';

alter table payment_methods drop constraint payment_methods_type_check;
alter table payment_methods add foreign key (type) references networks;
alter table blocked_wallets drop constraint blocked_wallets_network_check;
alter table blocked_wallets add foreign key (network) references networks;

-- What each network brings in is an account of its own, below the users'.
alter table ledger_accounts add foreign key (network) references networks;
create unique index ledger_accounts_inflow on ledger_accounts (network) where kind = 'inflow';

-- A token of more than six decimals can carry less than a micro-USDT: its own units are what arrived. Such dust
-- is recorded and worth nothing.
alter table deposits add column amount_units numeric(78);
update deposits set amount_units = amount_micro;
alter table deposits
  alter column amount_units set not null,
  add constraint deposits_amount_units_check check (amount_units > 0),
  drop constraint deposits_amount_micro_check,
  add constraint deposits_amount_micro_check check (amount_micro >= 0);
