-- Buyers' own addresses on which less was found than was recorded there: moved by nobody that the shop saw, or frozen by
-- the token's issuer. Checked against the chain; what is in order has no row.
create table address_looks (
  chain_id bigint not null,
  address chain_address not null,
  network text not null references networks,
  -- Of what was recorded, in the token's own units: all of it where the address is frozen.
  missing_units numeric not null check (missing_units > 0),
  is_frozen boolean not null,
  -- When that was first found and when it was last found again. A sweep is recorded only once it is final.
  since timestamptz not null,
  looked_at timestamptz not null,
  primary key (chain_id, address)
);
