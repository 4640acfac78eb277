-- Alone: reading all commissions takes long, and the tables of users and agents must not be locked meanwhile. Whom a buyer
-- leaves from now on is kept by the trigger, which may have been first.
insert into former_agents (agent_id, user_id)
select distinct account.user_id, buyer.id
from ledger_movements m
join orders o on o.id = m.reference
join ledger_accounts account on account.id = m.credit_account
join users buyer on buyer.id = o.user_id
where m.kind = 'commission' and account.user_id is distinct from buyer.agent_id
on conflict do nothing;
