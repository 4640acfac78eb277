-- What the version before does not know of coupons and bonuses, it must not pay out: it fails instead.

-- Accounts of an order with a coupon are paid back at what they cost: of its total, the first so many accounts cost one
-- micro-USDT more. Without a coupon every version pays the same.
create function refuse_wrong_refund() returns trigger language plpgsql as $$
declare
  sold record;
  before int;
begin
  select total_micro, quantity, discount_micro into sold from orders where id = new.order_id;
  if sold.discount_micro is null or sold.discount_micro = 0 then
    return new;
  end if;
  select coalesce(sum(quantity), 0) into before from order_timeline
    where order_id = new.order_id and kind = 'refunded';
  if new.amount_micro <> sold.total_micro / sold.quantity * new.quantity
      + least(before + new.quantity, sold.total_micro % sold.quantity)
      - least(before, sold.total_micro % sold.quantity) then
    raise exception 'order_timeline_refund: % is not what these accounts cost', new.amount_micro;
  end if;
  return new;
end $$;
create trigger order_timeline_refund before insert on order_timeline
  for each row when (new.kind = 'refunded') execute function refuse_wrong_refund();

-- A reversed deposit takes its bonus along, in the same transaction.
create function require_bonus_reversal() returns trigger language plpgsql as $$
begin
  if exists (select from deposit_bonuses where deposit_id = new.id)
      and not exists (
        select from ledger_movements
        where kind in ('bonusReversal', 'bonusReversalDebt') and reference = new.id) then
    raise exception 'deposits_bonus_reversed: the bonus of deposit % was not taken back', new.id;
  end if;
  return null;
end $$;
create constraint trigger deposits_bonus_reversed after update of state on deposits
  deferrable initially deferred
  for each row when (new.state = 'reversed' and old.state <> 'reversed') execute function require_bonus_reversal();

create trigger deposit_bonuses_append_only before update or delete or truncate on deposit_bonuses
  for each statement execute function refuse_change();

-- An order names its coupon itself. Uses are counted by buyer where the coupon limits that; the coupon is locked then,
-- and a key would cost every order a look-up and a lock.
alter table coupon_uses drop constraint coupon_uses_coupon_id_fkey;
create trigger coupon_uses_append_only before update or delete or truncate on coupon_uses
  for each statement execute function refuse_change();
