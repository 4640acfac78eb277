-- What buyers have put together, to buy it in one go on any of their devices.
create table cart_lines (
  user_id bigint not null references users,
  goods_id bigint not null references goods,
  quantity int not null check (quantity > 0),
  gender text not null check (gender in ('random', 'male', 'female')),
  -- What one account of so many cost when the buyer last looked; null if that is not known.
  seen_price_micro bigint check (seen_price_micro >= 0),
  added_at timestamptz not null,
  primary key (user_id, goods_id)
);
