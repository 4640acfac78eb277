/**
 * Are the back office's lists of top-ups and deposits quick on millions of them, page 1,000 as quick as page 1, and the
 * books?
 */
import { sql } from 'kysely';
import { addUpBooks, depositsRoutes } from '../apps/server/src/features/deposits/index.ts';
import {
  adminRechargesRoutes,
  depositMatcher,
  findCandidates,
} from '../apps/server/src/features/recharges/index.ts';
import { rollUpDailyTotals, sumInflow } from '../apps/server/src/features/statistics/index.ts';
import { readTreasury } from '../apps/server/src/features/treasury/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { fillTable } from './setup/history.ts';
import { readFlags, figures, table } from './setup/report.ts';
import { LIST_COLUMNS, listMeasures, type List } from './setup/list-measures.ts';
import { startPostgres } from './setup/postgres.ts';
import { openShop } from './setup/shop.ts';
import { DAY_MS } from '../apps/server/src/platform/clock.ts';

const flags = readFlags({ recharges: [1_000_000], times: [60] });
const [recharges = 1_000_000] = flags.recharges;
const [times = 60] = flags.times;

const BUYERS = 20_000;
const WALLETS = 50_000;
/** Deposit changes not added up yet. */
const NOT_ADDED = 20_000;
const DAYS = 365;
const TREASURY = `0x${'a'.repeat(40)}`;

/** A year: each fifth is one buyer's; most were paid, some never, one in a thousand waits for a decision. */
async function makeRecharges({ db, clock }: Ctx): Promise<void> {
  const end = clock.now();
  const start = new Date(end.getTime() - DAYS * DAY_MS);
  await sql`
    insert into users (username, username_key, email, email_key, password_hash, language, created_at)
    select name, name, name || '@bench.test', name || '@bench.test', 'none', 'en', ${start}
    from (select 'buyer-' || lpad(n::text, 5, '0') as name from generate_series(0, ${BUYERS}) n) names`.execute(
    db,
  );
  await fillTable(db, 'recharges', () =>
    sql`
    insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
      amount_micro, pay_amount_micro, credited_micro, state, tx_hash, sender_address, paid_block,
      idempotency_key, created_at, head_at_creation, expires_at, is_reserved, reserved_until)
    select 'RECH' || lpad((extract(epoch from at) * 1000)::bigint::text, 13, '0') || lpad((n % 10000)::text, 4, '0'),
      buyer.first + case when n % 5 = 0 then 100 else 101 + n % ${BUYERS - 110} end,
      case when n % 10 = 3 then 'ETH' else 'TRON' end, case when n % 10 = 3 then 1 else 728126428 end,
      ${TREASURY}, ${TREASURY}, '0x' || md5('ref' || n) || md5(n::text), 100000000, 100000000 + 1 + n % 9999,
      case when state = 'credited' then 100000000 + 1 + n % 9999 else 0 end, state,
      case when state in ('credited', 'review', 'rejected') then '0x' || md5('tx' || n) || md5(n::text) end,
      case when state in ('credited', 'review', 'rejected') then '0x' || substr(md5('w' || n % ${WALLETS}) || md5('v'), 1, 40) end,
      case when state in ('credited', 'review', 'rejected') then n end,
      'key' || n, at, n, at + interval '30 minutes', false, at + interval '1 day'
    from (
      select n, ${start}::timestamptz + n * ((${end}::timestamptz - ${start}::timestamptz) / ${recharges}) as at,
        case when n % 1000 = 7 then 'review' when n % 1000 = 8 then 'rejected' when n % 4 = 1 then 'expired'
          when n % 50 = 2 then 'cancelled' else 'credited' end as state
      from generate_series(1, ${recharges}::int) n) drawn
    cross join (select min(id) as first from users) buyer`.execute(db),
  );
  await makeDeposits(db);
  await sql`vacuum analyze`.execute(db);
}

/** The deposit of each credited top-up, with its movement; one in a hundred is somebody else's, unmatched. */
async function makeDeposits(db: Db): Promise<void> {
  await fillTable(db, 'deposits', () =>
    sql`
    insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time, contract_address,
      from_address, to_address, amount_micro, amount_units, state, user_id, recorded_at)
    select network, chain_id, tx_hash, 0, paid_block, tx_hash, created_at, contract_address, sender_address,
      wallet_address, pay_amount_micro, pay_amount_micro, case when id % 100 = 3 then 'unmatched' else 'credited' end,
      case when id % 100 <> 3 then user_id end, created_at
    from recharges where state = 'credited' order by id`.execute(db),
  );
  await fillTable(db, 'ledger_movements', () =>
    sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'deposit', d.id, a.id, 3, d.amount_micro, d.recorded_at
    from deposits d join ledger_accounts a on a.kind = 'inflow' and a.network = d.network order by d.id`.execute(
      db,
    ),
  );
}

const ports = { matcher: depositMatcher, findCandidates };
const deposits = depositsRoutes({}, () => undefined, ports);
const { rows, measure, measureList } = listMeasures(times);

/** Deposits in every sort order, and the books: added up, and with as many pending changes. */
async function measureDeposits(
  ctx: Ctx,
  { sender, txHash, half }: { sender: string; txHash: string; half: object },
): Promise<void> {
  const list =
    (filter: object): List =>
    (limit, cursor) =>
      deposits.listAllDeposits(ctx, { query: { limit, ...(cursor !== null && { cursor }), ...filter } });
  const filters: [string, object][] = [
    ['all', {}],
    ['a time', half],
    ['a buyer of a fifth of them', { username: 'buyer-00100' }],
    ['credited', { state: 'credited' }],
    ['unmatched', { state: 'unmatched' }],
    ['rejected (none)', { state: 'rejected' }],
    ['Ethereum', { type: 'ETH' }],
    ['a sender', { sender }],
  ];
  await measureList('deposits: a transaction', list({ tx_hash: txHash }));
  for (const [way, sort] of [
    ['newest first', '-recorded_at'],
    ['oldest first', 'recorded_at'],
    ['largest first', '-amount'],
    ['least first', 'amount'],
  ])
    for (const [what, filter] of filters)
      await measureList(`deposits: ${what}, ${way}`, list({ ...filter, sort }));
  while ((await rollUpDailyTotals(ctx)).more);
  while ((await addUpBooks(ctx)).more);
  await measure('the books', 'added up', () => readTreasury(ctx, sumInflow));
  await sql`insert into deposit_changes (network, book, amount_micro)
    select 'ETH', 'recorded', 1 - n % 2 * 2 from generate_series(1, ${NOT_ADDED}) n`.execute(ctx.db);
  await measure('the books', `${figures(NOT_ADDED)} changes not added up`, () =>
    readTreasury(ctx, sumInflow),
  );
}
const postgres = await startPostgres({}, flags.keep);
try {
  const shop = await openShop(postgres);
  const { ctx } = shop;
  const known = await sql`select from recharges limit 1`.execute(ctx.db);
  if (known.rows.length === 0) await makeRecharges(ctx);
  const list =
    (filter: object): List =>
    (limit, cursor) =>
      adminRechargesRoutes.listAllRecharges(ctx, {
        query: { limit, ...(cursor !== null && { cursor }), ...filter },
      });
  const { rows: some } = await sql<{ order_id: string; tx_hash: string; sender_address: string }>`
    select order_id, tx_hash, sender_address from recharges where state = 'credited' and network = 'ETH'
    order by id offset 10000 limit 1`.execute(ctx.db);
  const { order_id: number, tx_hash: txHash } = some[0]!;
  const sender = some[0]!.sender_address;
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  const half = { from: ago(210), to: ago(150) };
  const filters: [string, object][] = [
    ['all', {}],
    ['a time', half],
    ['a number', { order_id: number }],
    ['beginning of a number', { order_id: number.slice(0, 8) }],
    ['a buyer of a fifth of them', { buyer: 'buyer-00100' }],
    ['a buyer of fifty', { buyer: 'buyer-01234' }],
    ['ten buyers', { buyer: 'buyer-0123' }],
    ['a name that all begin with', { buyer: 'buyer-' }],
    ['successful', { status: 'successful' }],
    ['failed', { status: 'failed' }],
    ['in review', { state: 'review' }],
    ['taken back (none)', { state: 'reversed' }],
    ['Ethereum', { type: 'ETH' }],
    ['Ethereum, rejected, a time', { type: 'ETH', state: 'rejected', ...half }],
    ['a transaction', { tx_hash: txHash }],
    ['a sender', { address: sender }],
    ['the treasury', { address: `0x${'a'.repeat(40)}` }],
    ['the treasury, in review', { address: `0x${'a'.repeat(40)}`, state: 'review' }],
    ['a big buyer, cancelled', { buyer: 'buyer-00100', state: 'cancelled' }],
  ];
  for (const [what, filter] of filters) await measureList(what, list(filter));
  const sorted: [string, object][] = [
    ['all', {}],
    ['a time', half],
    ['a buyer of a fifth of them', { buyer: 'buyer-00100' }],
    ['ten buyers', { buyer: 'buyer-0123' }],
    ['failed', { status: 'failed' }],
    ['in review', { state: 'review' }],
    ['the treasury', { address: `0x${'a'.repeat(40)}` }],
  ];
  for (const [way, sort] of [
    ['oldest first', 'created_at'],
    ['largest first', '-pay_amount'],
  ])
    for (const [what, filter] of sorted) await measureList(`${what}, ${way}`, list({ ...filter, sort }));
  await measureDeposits(ctx, { sender, txHash, half });
  await shop.close();
} finally {
  postgres.stop();
}
table(LIST_COLUMNS, rows);
