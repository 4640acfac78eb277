-- An amount whose sixth decimal is 0 can be another top-up's amount, cut or rounded by a wallet or an exchange. None
-- is reserved from now on. Those of ended top-ups are given up; an open one was shown to its buyer and still counts.
update recharges set is_reserved = false
where is_reserved and pay_amount_micro % 10 = 0 and state not in ('waiting', 'seen');

-- Where all amounts of a cent are taken, the next cents are offered, ten at most.
alter table recharges drop constraint recharges_check;
alter table recharges add constraint recharges_pay_amount_check
  check (pay_amount_micro - amount_micro between 1 and 99999);

alter table recharges
  -- Where a buyer without a credited top-up asked from: one IPv4 address or an IPv6 /64. Null once the amount is free.
  add column reserved_address text,
  -- What was accepted instead of the amount that the buyer chose: an admin assigned a payment that differs.
  add column accepted_micro bigint check (accepted_micro > 0);
create index recharges_reserved_address on recharges (reserved_address) where reserved_address is not null;

-- Any payment that named a top-up made it successful before.
update recharges set accepted_micro = credited_micro
where state = 'credited' and credited_micro < amount_micro and credited_micro > 0;
