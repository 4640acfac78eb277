-- What alarms, chains, wallets and held deposits report is a code with its facts, worded in the reader's language.
-- Sentences that were always the same become their code; others stay as they are told, as English text.
create function pg_temp.sentence(told text) returns jsonb language sql immutable as $$
  select jsonb_build_object('code', 'sentence', 'facts', jsonb_build_object('text', told))
$$;
create function pg_temp.bare(code text) returns jsonb language sql immutable as $$
  select jsonb_build_object('code', code, 'facts', '{}'::jsonb)
$$;
create function pg_temp.noted(code text, note text) returns jsonb language sql immutable as $$
  select jsonb_build_object('code', code, 'facts', jsonb_build_object('note', note))
$$;

alter table alarms alter column detail type jsonb
  using case detail when '' then '[]'::jsonb else jsonb_build_array(pg_temp.sentence(detail)) end;
alter table alarms rename column detail to findings;

alter table chain_statuses alter column detail type jsonb
  using case detail when '' then '[]'::jsonb else jsonb_build_array(pg_temp.sentence(detail)) end;
alter table chain_statuses rename column detail to reasons;

alter table chain_node_problems alter column problem type jsonb using pg_temp.sentence(problem);

alter table treasury_looks alter column problem type jsonb using case problem
  when 'USDT has blocked our wallet' then pg_temp.bare('walletBlocked')
  when 'USDT was replaced by another contract' then pg_temp.bare('tokenReplaced')
  when 'USDT is paused' then pg_temp.bare('tokenPaused')
  when 'USDT now charges a fee on transfers' then pg_temp.bare('tokenTakesFee')
  when 'Too few nodes report the wallet’s state alike' then pg_temp.bare('walletUnknown')
  else case when problem is not null then pg_temp.sentence(problem) end
end;

alter table quarantined_logs alter column reason type jsonb using case
  when reason = 'the amount is zero' then pg_temp.bare('logZero')
  when reason = 'sent by ourselves' then pg_temp.bare('logOwn')
  when reason = 'the transaction failed' then pg_temp.bare('logFailed')
  when reason = 'a Transfer has three topics' then pg_temp.bare('logTopics')
  when reason = 'a topic is not a clean address' then pg_temp.bare('logAddress')
  when reason = 'the amount is not 32 bytes' then pg_temp.bare('logAmount')
  when reason = 'the amount is implausibly large' then pg_temp.bare('logTooLarge')
  when reason ~ '^sent to the checkout contract: [0-9.]+ USDT from .+$' then jsonb_build_object(
    'code', 'logToCheckout',
    'facts', jsonb_build_object(
      'amount', substring(reason from ': ([0-9.]+) USDT'), 'from', substring(reason from ' from (.+)$')))
  else pg_temp.sentence(reason)
end;

alter table deposits alter column held_reason type jsonb using case
  when held_reason = 'worth less than a micro-USDT' then pg_temp.bare('depositDust')
  when held_reason = 'Paid before the wallet belonged to the shop' then pg_temp.bare('depositBeforeOwned')
  when held_reason = 'USDT has blocked the sender' then pg_temp.bare('senderBlacklisted')
  when held_reason like 'Blocked wallet: %' then pg_temp.noted('senderBlocked', substr(held_reason, 17))
  when held_reason like 'Sanctioned wallet: %' then pg_temp.noted('senderSanctioned', substr(held_reason, 20))
  when held_reason is not null then pg_temp.sentence(held_reason)
end;

drop function pg_temp.sentence(text), pg_temp.bare(text), pg_temp.noted(text, text);
