-- Whether its buyer asked for a top-up. The others were made for payments that arrived at their buyer's own address without
-- one, with the amount of the payment and no time to pay.
alter table recharges add column is_requested boolean not null default true;
update recharges set is_requested = false where not is_reserved and reserved_until = expires_at;
