-- Who is a second person, and who is not.

-- Who would gain by it, and so does not approve it.
alter table proposals add column beneficiary_id bigint references users;
update proposals set beneficiary_id = (terms ->> 'user_id')::bigint
  where state in ('proposed', 'approved', 'cooling')
    and (kind = 'depositAssignmentPassed' or kind = 'adjustmentPassed' and terms ->> 'direction' = 'credit');
update proposals set beneficiary_id = orders.user_id from orders
  where proposals.state in ('proposed', 'approved', 'cooling')
    and proposals.kind = 'refundPassed' and orders.order_no = proposals.terms ->> 'order_no';

-- The proposal that a refund was made by; null where one admin made it alone.
alter table order_events add column proposal_id bigint;
create index order_events_refunded_alone on order_events (actor_id, at)
  where kind = 'refunded' and proposal_id is null;
