-- Up to which own address what was recorded has been compared with the chain. Without it every start began with the first
-- address again, and a shop with many of them that is restarted often never came to the last.
create table address_look_positions (
  chain_id bigint primary key,
  address_id bigint not null
);
