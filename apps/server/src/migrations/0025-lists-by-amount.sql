-- Lists by amount. What is equal stands by its time, so that new rows come to the end of their amount's own part
-- of the index instead of anywhere in it.

create index orders_amount on orders (total_micro, created_at);
create index recharges_amount on recharges (pay_amount_micro, id);
create index deposits_amount on deposits (amount_micro, id);
