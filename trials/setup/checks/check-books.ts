import { sql, type RawBuilder } from 'kysely';
import { findLedgerMismatches } from '../../../apps/server/src/features/ledger/index.ts';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';

/** What the refunded accounts of an order cost: the first `total mod quantity` cost one micro-USDT more. */
const shareOfRefunded = sql`(o.total_micro / o.quantity * o.refunded_quantity
  + least(o.refunded_quantity, o.total_micro % o.quantity))`;

/** Each query finds invalid rows; its name says what is wrong with them. */
const QUESTIONS: Readonly<Record<string, RawBuilder<{ id: string }>>> = {
  'order without its one sale, or with another amount': sql`
    select o.id::text from orders o
    left join ledger_movements m on m.kind = 'sale' and m.reference = o.id
    where m.id is null or m.amount_micro <> o.total_micro or m.debit_account <> o.user_id`,
  'sale without an order': sql`
    select m.id::text from ledger_movements m left join orders o on o.id = m.reference
    where m.kind = 'sale' and o.id is null`,
  'order whose items are not as many as it says': sql`
    select o.id::text from orders o
    left join order_ranges r on r.order_id = o.id
    group by o.id having coalesce(sum(r.end_id - r.first_id), 0) <> o.quantity + (
      select count(*) from remedied_items b where b.order_id = o.id and b.replaced_by is not null)`,
  'item that is in two orders, or sold and free, or waits besides': sql`
    select first_id::text as id from (
      select first_id, max(end_id) over (order by first_id, end_id
        rows between unbounded preceding and 1 preceding) as reached
      from (
        select first_id, end_id from order_ranges
        union all select next_id, end_id from stock_ranges
        union all select first_id, end_id from stock_waiting_ranges) as ranges) as ordered
    where reached > first_id`,
  'items that are neither sold nor free nor waiting nor withdrawn, or came from nowhere': sql`
    select (held - known)::text as id from (
      select (select count(distinct item_id) from stock_fingerprints) as known,
        (select coalesce(sum(end_id - first_id), 0) from order_ranges)
        + (select coalesce(sum(end_id - next_id), 0) from stock_ranges)
        + (select coalesce(sum(end_id - first_id), 0) from stock_waiting_ranges)
        + (select coalesce(sum(end_id - case when is_forgotten then erased_to else first_id end), 0)
          from stock_withdrawals) as held) as counted
    where held <> known`,
  'sold items whose text is gone too early, or still there after the purge': sql`
    select o.id::text from orders o
    join order_ranges r on r.order_id = o.id
    cross join lateral (
      select count(*) as texts from stock_items i where i.id >= r.first_id and i.id < r.end_id) as left_of
    where texts <> case when o.accounts_deleted_at is null then r.end_id - r.first_id else 0 end`,
  'free or waiting items without a text': sql`
    select r.id::text from (
      select id, next_id, end_id from stock_ranges
      union all select first_id, first_id, end_id from stock_waiting_ranges) as r
    left join stock_items i on i.id >= r.next_id and i.id < r.end_id
    group by r.id, r.next_id, r.end_id having count(i.id) <> r.end_id - r.next_id`,
  'deposit without its one movement, or with another amount': sql`
    select d.id::text from deposits d
    left join ledger_movements m on m.kind = 'deposit' and m.reference = d.id
    where m.id is null or m.amount_micro <> d.amount_micro`,
  'credited deposit without its one credit, or to somebody else': sql`
    select d.id::text from deposits d
    left join ledger_movements m on m.kind = 'credit' and m.reference = d.id
    where (d.state = 'credited') <> (m.id is not null)
      or m.amount_micro <> d.amount_micro or m.credit_account <> d.user_id`,
  'movement of a deposit that does not exist': sql`
    select m.id::text from ledger_movements m left join deposits d on d.id = m.reference
    where m.kind in ('deposit', 'credit') and d.id is null`,
  'top-up that shows another sum than its deposits': sql`
    select r.id::text from recharges r
    left join recharge_deposits p on p.recharge_id = r.id
    left join deposits d on d.id = p.deposit_id
    group by r.id having coalesce(sum(d.amount_micro), 0) <> r.credited_micro
      or (r.state = 'credited')
        <> (coalesce(sum(d.amount_micro), 0) >= least(r.amount_micro, r.accepted_micro))`,
  'balance brought over without its line of a file, or with another amount': sql`
    select coalesce(m.id::text, 'user ' || l.user_id) as id
    from (select * from ledger_movements where kind = 'openingBalance') as m
    full join (select * from user_import_lines where outcome = 'created' and balance_micro > 0) as l
      on l.user_id = m.reference
    where m.id is null or l.user_id is null or m.amount_micro <> l.balance_micro
      or m.credit_account <> l.user_id or m.debit_account <> 8`,
  'money of users that is neither balance nor spent': sql`
    select (given - held)::text as id from (
      select (select coalesce(sum(case when credit_account >= 1000 then amount_micro else 0 end
          - case when debit_account >= 1000 then amount_micro else 0 end), 0) from ledger_movements) as given,
        (select coalesce(sum(balance_micro), 0) from ledger_accounts where user_id is not null) as held) as sums
    where given <> held`,
  'delivery mail of an order that does not exist': sql`
    select m.id::text from mails m left join orders o on o.id = m.reference
    where m.kind = 'order-delivery' and o.id is null`,
  'order without a delivery mail': sql`
    select o.id::text from orders o
    where not exists (select from mails m where m.kind = 'order-delivery' and m.reference = o.id)`,
};

/** The faults in the shop's books, one line each. The books must be correct at any moment, even after a crash. */
export async function checkBooks(db: Db): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, question] of Object.entries({ ...QUESTIONS, ...WAITING, ...GIVEN, ...AFTER_SALES })) {
    const { rows } = await question.execute(db);
    faults.push(...rows.map(({ id }) => `${what}: ${id}`));
  }
  for (const { userId, cachedMicro, summedMicro } of await findLedgerMismatches(db))
    faults.push(`balance of user ${userId} is ${cachedMicro}, the movements say ${summedMicro}`);
  return faults;
}

/** Each query finds invalid rows of who waits for stock. */
const WAITING: Readonly<Record<string, RawBuilder<{ id: string }>>> = {
  'standing order that has bought too many, or others than its orders say': sql`
    select s.id::text from standing_orders s
    left join (select user_id, quantity, split_part(idempotency_key, ' ', 3)::bigint as standing_id,
        split_part(idempotency_key, ' ', 4)::int as part
      from orders where idempotency_key like 'standing order %') as o on o.standing_id = s.id
    group by s.id having coalesce(sum(o.quantity), 0) > s.quantity
      or coalesce(sum(o.quantity) filter (where o.part < s.parts), 0) <> s.bought
      or count(o.part) filter (where o.part < s.parts) <> s.parts
      or coalesce(bool_or(o.user_id <> s.user_id), false)`,
  'order of a standing order that was counted and not told': sql`
    select o.id::text from orders o
    join standing_orders s on s.id = split_part(o.idempotency_key, ' ', 3)::bigint
      and split_part(o.idempotency_key, ' ', 4)::int < s.parts
    where o.idempotency_key like 'standing order %' and not exists (
      select from notices n where n.event = 'standingOrderPlaced' and n.reference = o.id)`,
  'buyer who was told the same price of a product twice, or the same coupon': sql`
    select min(id)::text as id from notices where event in ('priceDown', 'couponEnding')
    group by user_id, event, facts ->> 'goodsId', facts ->> 'amount', facts ->> 'couponId' having count(*) > 1`,
  'notice that was mailed twice': sql`
    select min(m.id)::text as id from mails m
    where m.kind in ('product-back', 'price-down', 'coupon-ending', 'standing-order-ended', 'webhook-off')
    group by m.kind, m.reference, m.recipient having count(*) > 1`,
  'buyer who was told that a product is back, and still waits': sql`
    select r.id::text from restock_requests r
    join notices n on n.event = 'productBack' and n.reference = r.id`,
};

/** Each query finds invalid rows of redeem codes and of bonuses on top-ups. */
const GIVEN: Readonly<Record<string, RawBuilder<{ id: string }>>> = {
  'redeemed code without its one movement, with another amount, or to somebody else': sql`
    select coalesce(m.id::text, 'code ' || c.id) as id
    from (select * from ledger_movements where kind = 'redemption') as m
    full join (
      select codes.id, codes.used_by, b.value_micro from redeem_codes codes
      join redeem_batches b on b.id = codes.batch_id where codes.used_by is not null) as c on c.id = m.reference
    where m.id is null or c.id is null or m.amount_micro <> c.value_micro
      or m.credit_account <> c.used_by or m.debit_account <> 101`,
  'batch with another number of codes than it says': sql`
    select b.id::text from redeem_batches b left join redeem_codes c on c.batch_id = b.id
    group by b.id having count(c.id) <> case when b.issued_at is null then 0 else b.codes end`,
  'bonus without its deposit, with another amount, or to somebody else': sql`
    select coalesce(m.id::text, 'deposit ' || e.deposit_id) as id
    from (select * from ledger_movements where kind = 'bonus') as m
    full join deposit_bonuses e on e.deposit_id = m.reference
    left join deposits d on d.id = e.deposit_id
    where m.id is null or d.id is null or d.state not in ('credited', 'reversed') or m.amount_micro <> e.amount_micro
      or m.credit_account <> e.user_id or d.user_id <> e.user_id or m.debit_account <> 102`,
  'bonus that its deposit did not take along, or that was taken without it': sql`
    select coalesce(e.deposit_id, back.reference)::text as id
    from (select e.deposit_id, case when d.state = 'reversed' then e.amount_micro else 0 end as owed
      from deposit_bonuses e join deposits d on d.id = e.deposit_id) as e
    full join (select reference, sum(amount_micro) as taken from ledger_movements
      where kind in ('bonusReversal', 'bonusReversalDebt') group by reference) as back on back.reference = e.deposit_id
    where coalesce(e.owed, 0) <> coalesce(back.taken, 0)`,
};

/** Each query finds invalid rows of after-sales and commissions. */
const AFTER_SALES: Readonly<Record<string, RawBuilder<{ id: string }>>> = {
  'refund without its one movement, or with another amount, or to somebody else': sql`
    select e.id::text from order_timeline e
    join orders o on o.id = e.order_id
    left join ledger_movements m on m.kind = 'refund' and m.reference = e.id
    where e.kind = 'refunded' and (m.id is null or m.amount_micro <> e.amount_micro
      or m.credit_account <> o.user_id or m.debit_account <> 5)`,
  'order whose refunds are not what so many of its accounts cost': sql`
    select o.id::text from orders o
    join (select order_id, sum(amount_micro) as micro from order_timeline where kind = 'refunded' group by order_id)
      refunds on refunds.order_id = o.id
    where refunds.micro <> ${shareOfRefunded}`,
  'refund or reversal that no event tells of': sql`
    select m.id::text from ledger_movements m
    left join order_timeline e on e.id = m.reference and e.kind = 'refunded'
    where m.kind in ('refund', 'commissionReversal') and e.id is null`,
  'order that says another sum of refunds than its events, its items or its status': sql`
    select o.id::text from orders o
    cross join lateral (select coalesce(sum(quantity), 0) as told from order_timeline e
      where e.order_id = o.id and e.kind = 'refunded') events
    cross join lateral (select count(*) as refunded from remedied_items b
      where b.order_id = o.id and b.replaced_by is null) items
    where o.refunded_quantity <> told or o.refunded_quantity <> refunded
      or (o.status = 'refunded') <> (o.refunded_quantity = o.quantity)
      or (o.status = 'partially_refunded') <> (o.refunded_quantity between 1 and o.quantity - 1)`,
  'remedied item, or what replaces it, that is not in its order': sql`
    select b.item_id::text as id from remedied_items b
    cross join lateral (values (b.item_id), (b.replaced_by)) as one (id)
    where one.id is not null and not exists (select from order_ranges r
      where r.order_id = b.order_id and r.first_id <= one.id and r.end_id > one.id)`,
  'remedied item whose event is another one': sql`
    select b.item_id::text as id from remedied_items b left join order_timeline e on e.id = b.timeline_id
    where e.order_id is distinct from b.order_id
      or e.kind is distinct from case when b.replaced_by is null then 'refunded' else 'replaced' end`,
  'event of replacement with another number of items': sql`
    select e.id::text from order_timeline e where e.kind in ('replaced', 'refunded')
      and e.quantity <> (select count(*) from remedied_items b where b.timeline_id = e.id)`,
  'claim of items that are not in its order, or of another buyer, or of another number': sql`
    select c.id::text from warranty_claims c join orders o on o.id = c.order_id
    where c.user_id <> o.user_id or c.quantity <> (select count(*) from warranty_claim_items i
      join order_ranges r on r.order_id = c.order_id and r.first_id <= i.item_id and r.end_id > i.item_id
      where i.claim_id = c.id)`,
  'claim that is open with nothing left to decide, or done with something left': sql`
    select c.id::text from warranty_claims c
    cross join lateral (select count(*) filter (where b.item_id is null) as good from warranty_claim_items i
      left join remedied_items b on b.item_id = i.item_id where i.claim_id = c.id) items
    where c.state = 'open' and good = 0 or c.state in ('replaced', 'refunded') and good > 0`,
  'commission without a sale, larger than it, to no agent or to the buyer themselves': sql`
    select m.id::text from ledger_movements m
    left join orders o on o.id = m.reference
    left join ledger_accounts a on a.id = m.credit_account and a.kind = 'commission'
    where m.kind = 'commission' and (o.id is null or a.id is null or m.debit_account <> 5
      or m.amount_micro > o.total_micro or a.user_id = o.user_id)`,
  'commission of which another share was reversed than was refunded of its order': sql`
    select m.id::text from ledger_movements m
    join orders o on o.id = m.reference
    cross join lateral (select coalesce(sum(back.amount_micro), 0) as reversed from order_timeline e
      join ledger_movements back on back.kind = 'commissionReversal' and back.reference = e.id
        and back.debit_account = m.credit_account
      where e.order_id = o.id) given_back
    where m.kind = 'commission'
      and m.amount_micro - reversed
        <> div(m.amount_micro::numeric * (o.total_micro - ${shareOfRefunded}), o.total_micro)`,
  'payback whose amount is not held once, and paid or given back as its state says': sql`
    select r.id::text from payout_requests r
    cross join lateral (select count(*) filter (where m.kind = 'balanceHold') as held,
        count(*) filter (where m.kind = 'balanceReturn') as returned,
        count(*) filter (where m.kind = 'balancePayout') as paid
      from ledger_movements m
      where m.kind in ('balanceHold', 'balanceReturn', 'balancePayout') and m.reference = r.id
        and m.amount_micro = r.amount_micro) moved
    where r.kind = 'balance' and (held <> 1 or returned <> (r.state in ('rejected', 'cancelled'))::int
      or paid <> (r.state = 'paid')::int)`,
  'movement of a payback that does not exist': sql`
    select m.id::text from ledger_movements m left join payout_requests r on r.id = m.reference and r.kind = 'balance'
    where m.kind in ('balanceHold', 'balanceReturn', 'balancePayout') and r.id is null`,
  'coupon that counts another number of uses than it has, or more than it may': sql`
    select c.id::text from coupons c
    where c.uses <> (select count(*) from orders o where o.coupon_id = c.id) or c.uses > c.max_uses`,
  'coupon that is limited by buyer and misses a use': sql`
    select o.id::text from orders o join coupons c on c.id = o.coupon_id and c.per_buyer is not null
    where not exists (select from coupon_uses u where u.order_id = o.id)`,
  'use of a coupon that its order does not know': sql`
    select u.order_id::text as id from coupon_uses u left join orders o on o.id = u.order_id
    where o.coupon_id is distinct from u.coupon_id or o.discount_micro <> u.discount_micro or o.user_id <> u.user_id`,
  'event of an order that does not exist, or for somebody else': sql`
    select d.id::text from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    left join orders o on 'order:' || o.order_no = d.subject
    where d.type like 'order.%' and (o.id is null or w.user_id <> o.user_id)`,
  'completed order of which an endpoint was told never, or twice': sql`
    select o.id::text from orders o
    join webhooks w on w.user_id = o.user_id and w.created_at < o.created_at and w.is_on
      and 'order.completed' = any(w.events)
    where o.status = 'completed' and 1 <> (select count(*) from webhook_deliveries d
      where d.webhook_id = w.id and d.type = 'order.completed' and d.subject = 'order:' || o.order_no)
      + (select count(*) from webhook_events e where e.type = 'order.completed' and e.subject = 'order:' || o.order_no)`,
};
