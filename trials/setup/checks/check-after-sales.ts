import { sql, type RawBuilder } from 'kysely';

/** Each query finds invalid rows of after-sales and commissions. */
export const AFTER_SALES: Readonly<Record<string, RawBuilder<{ id: string }>>> = {
  'refund without its one movement, or with another amount, or to somebody else': sql`
    select e.id::text from order_timeline e
    join orders o on o.id = e.order_id
    left join ledger_movements m on m.kind = 'refund' and m.reference = e.id
    where e.kind = 'refunded' and (m.id is null or m.amount_micro <> e.amount_micro
      or m.amount_micro <> o.unit_price_micro * e.quantity or m.credit_account <> o.user_id or m.debit_account <> 5)`,
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
      and m.amount_micro - reversed <> m.amount_micro * (o.quantity - o.refunded_quantity) / o.quantity`,
};
