import type { ChainTransfer, LogFinding, Quarantined } from '@portside/chain';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import {
  canMoveDeposit,
  DEPOSIT_MOVERS,
  DEPOSIT_STATES,
  DEPOSIT_TRANSITIONS,
  type DepositState,
} from './deposit-states.ts';
import { replacePendingTransfers } from './deposits.sql.ts';
import { insertSweeps } from './following/sweeps.sql.ts';
import { countOpenLogs, insertQuarantined } from './quarantine.sql.ts';

const everyMove = DEPOSIT_STATES.flatMap((from) =>
  DEPOSIT_STATES.flatMap((to) => DEPOSIT_MOVERS.map((by) => [from, to, by] as const)),
);

test('only what the table lists is allowed, by whom it lists', () => {
  const allowed = everyMove.filter((move) => canMoveDeposit(...move));
  expect(new Set(allowed.map(String))).toEqual(new Set(DEPOSIT_TRANSITIONS.map(String)));
  expect(allowed).toHaveLength(14);
});

test('a deposit begins as final, and nothing credited is credited again', () => {
  const into = (to: DepositState) => everyMove.filter((move) => move[1] === to && canMoveDeposit(...move));
  expect(new Set(into('credited').map(([from]) => from))).toEqual(
    new Set(['final', 'unmatched', 'held', 'small']),
  );
  expect(into('final')).toEqual([]);
});

test('rejected and reversed are the end; a credit ends in a reversal by two admins only', () => {
  const after = (state: DepositState) =>
    everyMove.filter((move) => move[0] === state && canMoveDeposit(...move));
  expect(after('rejected')).toEqual([]);
  expect(after('reversed')).toEqual([]);
  expect(after('credited')).toEqual([['credited', 'reversed', 'admins']]);
});

describe('quarantine', () => {
  let shop: TestShop;
  let admin: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop();
    admin = await signInAdmin(shop.ctx);
    await shop.ctx.db.deleteFrom('quarantined_logs').execute();
  });

  afterAll(() => shop.ctx.db.deleteFrom('quarantined_logs').execute());

  const hash = (): Hex => `0x${randomBytes(32).toString('hex')}`;
  type BareLogCode = Exclude<LogFinding['code'], 'logToCheckout' | 'logReceiptUnread'>;
  const place = { network: 'ETH', chainId: 1n, token: `0x${'0'.repeat(40)}` } as const;
  const putAside = (...codes: BareLogCode[]) => {
    const logs = codes.map((code, ordinal): Quarantined => ({
      txHash: hash(),
      ordinal,
      blockNumber: 9,
      reason: { code, facts: {} },
    }));
    return insertQuarantined(shop.ctx.db, place, logs, shop.clock.now());
  };
  const list = async (query = '') =>
    (await shop.call('GET', `/api/admin/chains/quarantine${query}`, undefined, admin.headers)).data.items;
  const review = (id: string, reason: string) =>
    shop.call('POST', `/api/admin/chains/quarantine/${id}/review`, { reason }, admin.headers);

  test('a quarantined log is listed, reviewed once, and then no longer an alarm', async () => {
    await putAside('logAddress', 'logZero');
    const [harmless, odd] = await list();
    expect(harmless).toMatchObject({ state: 'harmless', reason: { code: 'logZero' }, type: 'ETH' });
    expect(odd).toMatchObject({
      state: 'open',
      block_number: 9,
      tx_url: expect.stringContaining(`etherscan.io/tx/${odd.tx_hash}`),
    });
    expect(await countOpenLogs(shop.ctx.db)).toEqual([
      { network: 'ETH', lost: false, count: 1, newest: { code: 'logAddress', facts: {} } },
    ]);

    expect((await review(odd.id, 'a node of ours was replaced')).data).toMatchObject({
      state: 'reviewed',
      review: 'a node of ours was replaced',
      reviewed_by: admin.user.username,
    });
    expect(await countOpenLogs(shop.ctx.db)).toEqual([]);
    expect((await review(odd.id, 'again')).code).toBe(506);
    expect((await review(harmless.id, 'nothing to see')).code).toBe(506);
    expect(await list('?state=open')).toEqual([]);
    expect(await list('?state=reviewed&type=ETH')).toHaveLength(1);
    expect(await list('?type=TRON')).toEqual([]);
  });

  test('the list goes on where a page ended', async () => {
    await putAside('logZero', 'logZero', 'logZero');
    const page = async (query: string) =>
      (await shop.call('GET', `/api/admin/chains/quarantine${query}`, undefined, admin.headers)).data;
    const first = await page('?limit=2&state=harmless');
    const second = await page(`?limit=2&state=harmless&cursor=${first.next_cursor}`);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(second.next_cursor).toBeNull();
  });

  test('thousands of logs of one block, which anybody can make, are recorded', async () => {
    const [db, now, count] = [shop.ctx.db, shop.clock.now(), 8_000];
    const rowsOf = async (table: 'quarantined_logs' | 'pending_transfers' | 'deposit_sweeps') =>
      (await db.selectFrom(table).select('ordinal').where('chain_id', '=', 1n).execute()).length;
    const transfers = Array.from({ length: count }, (_, ordinal): ChainTransfer => ({
      txHash: hash(),
      ordinal,
      blockNumber: 9,
      blockHash: hash(),
      blockTime: 1_790_000_000,
      from: `0x${'1'.repeat(40)}`,
      to: `0x${'2'.repeat(40)}`,
      amountUnits: 1n,
      amountMicro: 1n,
      orderRef: null,
    }));
    const before = await rowsOf('quarantined_logs');
    await putAside(...transfers.map(() => 'logZero' as const));
    await replacePendingTransfers(
      db,
      1n,
      transfers.map((transfer) => ({ ...transfer, ownerId: null })),
    );
    await insertSweeps(db, place, transfers, now);
    expect(await rowsOf('quarantined_logs')).toBe(before + count);
    expect(await rowsOf('pending_transfers')).toBe(count);
    expect(await rowsOf('deposit_sweeps')).toBe(count);
    for (const table of ['pending_transfers', 'deposit_sweeps'] as const)
      await db.deleteFrom(table).execute();
  });
});
