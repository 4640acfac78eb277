import { formatAddress } from '@portside/chain';
import { paths, type EndpointName, type ExportName } from '@portside/contract';
import { parse } from 'csv-parse/sync';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { countSecurityEvent } from '../platform/security-events.sql.ts';
import { signInAdmin, type TestAdmin, createPerson } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/app.ts';
import { endpointOf, ENDPOINTS } from '../testing/cells.ts';
import {
  createFollowedChain,
  OWN,
  nameOpenPayment,
  quarantineLog,
  recordDeposit,
  recordSweep,
  SWEPT,
} from '../testing/followed-chain.ts';
import { sell, type Sale } from '../testing/sale.ts';
import { sql, type RawBuilder } from 'kysely';
import { refusedLineContext } from '../features/stock/items.sql.ts';
import type { Ctx } from '../platform/context.ts';

/** Texts that a spreadsheet could run, and how the cell in the file begins. */
const FORMULAS: readonly (readonly [text: string, cell: string])[] = [
  ...['=', '+', '-', '@', '＝', '\t'].map((sign) => {
    const text = `${sign}cmd|' /C calc'!A0`;
    return [text, `'${text}`] as const;
  }),
  ...['\n', '\r', '\r\n'].map((lineBreak) => [`mine${lineBreak}=1+1`, 'mine =1+1'] as const),
  ['\r=1+1', "' =1+1"],
  [' =1+1', "' =1+1"],
  ['mine;=2+2;x', "mine;'=2+2;x"],
  ['mine;"=2+2', `mine;'"=2+2`],
  ['mine\t+1+1', "mine\t'+1+1"],
];

/** Cells as spreadsheets split a file by comma, by semicolon, or by any other separator, quoted or not. */
const splitCells = (file: string): string[] => [
  ...parse(file, { bom: true }).flat(),
  ...parse(file, { bom: true, delimiter: ';', relax_quotes: true, relax_column_count: true }).flat(),
  ...file.split(/[;\t\r\n]/),
];

/** Whether a spreadsheet would run the cell as a formula. */
const isFormula = (cell: string): boolean =>
  /^[\t\r]|^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);

/** Writes the text into every table that can be exported, past every check of what may be typed. */
async function writeEverywhere(
  { db, keyring }: Ctx,
  { poison, batchId }: { readonly poison: string; readonly batchId: bigint },
): Promise<void> {
  const run = (query: RawBuilder<unknown>) => query.execute(db);
  const told = JSON.stringify({ code: 'sentence', facts: { text: poison } });
  await run(sql`update users set username = ${poison} || id, email = ${poison} || id`);
  await run(sql`update user_import_lines set username = ${poison}, email = ${poison}`);
  await run(sql`update roles set name = ${poison} || id`);
  await run(sql`update agents set platform_name = ${poison}, telegram = ${poison}`);
  await run(sql`update blocked_wallets set note = ${poison}`);
  for (const table of ['goods', 'categories'])
    await run(sql`update ${sql.table(table)} set name = jsonb_build_object('en', ${poison}::text)`);
  await run(
    sql`update stock_batches set note = ${poison}, file_name = case when file_name is not null then ${poison} end`,
  );
  await run(sql`update orders set email = ${poison}`);
  await run(sql`update warranty_claims set reason = ${poison}, answer = ${poison}`);
  await run(sql`update deposits set held_reason = ${told} where held_reason is not null`);
  await run(sql`update quarantined_logs set reason = ${told}, review = ${poison} where review is not null`);
  await run(sql`update coupons set note = ${poison}`);
  await run(sql`update announcements set title = jsonb_build_object('en', ${poison}::text)`);
  await run(
    sql`update reports set email = ${poison}, subject = ${poison}, explanation = ${poison}, reason = ${poison}`,
  );
  const sealed = keyring.seal(poison, refusedLineContext(batchId, 2));
  await run(sql`update stock_refused_lines set key_id = ${sealed.keyId}, sealed = ${sealed.sealed}`);
}

/** Every file of the contract: its content, and that a spreadsheet runs no text in it. */

let shop: TestShop;
let owner: TestAdmin;
let sale: Sale;
let agentId: string;
let batchId: string;
let priceListId: string;
let proposedPrices: string;
let userImportId: string;

const made = async (method: string, path: string, body?: unknown): Promise<any> => {
  const { code, data } = await shop.call(method, `/api/${path}`, body, owner.headers);
  expect(code).toBe(200);
  return data;
};

beforeAll(async () => {
  shop = await createTestShop();
  const { ctx } = shop;
  owner = await signInAdmin(ctx);
  sale = await sell(shop, 2);
  const [item] = await sale.ids();
  const claim = (await sale.claim([item!])).data;
  await made('POST', `admin/claims/${claim.id}/refusal`, { reason: 'works for us' });
  const at = ctx.clock.now();
  await sql`
    with run as (
      insert into check_runs (kind, subject_id, created_at, ends_at, outcome, ended_at)
      values ('claim', ${claim.id}, ${at}, ${at}, 'byHand', ${at}) returning id)
    insert into account_checks (run_id, item_id, goods_id, result, next_at, attempted_at)
    select id, ${item}, ${sale.goodsId}, 'dead', ${at}, ${at} from run`.execute(ctx.db);
  const { user } = await createPerson(ctx);
  const { username } = user;
  agentId = (await made('POST', 'agents', { username, platform_name: 'Quay', commission_percent: '10' })).id;
  await made('PUT', `users/${sale.userId}/agent`, { agent_id: agentId });
  const bought = await shop.call(
    'POST',
    '/api/orders',
    { goods_id: String(sale.goodsId), quantity: 1 },
    sale.buyer,
  );
  expect(bought.code).toBe(200);
  await payOut();
  await createFollowedChain(ctx, 'ETH');
  expect((await shop.call('POST', '/api/recharges', { type: 'ETH', amount: '20' }, sale.buyer)).code).toBe(
    200,
  );
  await recordHeldDeposit();
  await recordSweep(ctx, sale.userId);
  await putLogAside();
  await nameOpenPayment(shop.ctx);
  const address = `0x${'ab'.repeat(20)}`;
  await made('POST', 'wallets/blocked', { type: 'ETH', address, note: 'a thief' });
  await reportAccount();
  await made('POST', 'announcements', { position: 'home', title: { en: 'Storm' } });
  const prices = [{ goods_id: String(sale.goodsId), min_quantity: 10, price: '0.75' }];
  const list = { name: 'Autumn', kind: 'promotion', ends_at: '2990-01-01T00:00:00Z', prices };
  priceListId = (await made('POST', 'admin/price-lists', list)).list.id;
  await ctx.db.updateTable('goods').set({ floor_micro: 600_000n }).where('id', '=', sale.goodsId).execute();
  const below = [{ goods_id: String(sale.goodsId), min_quantity: 100, price: '0.5' }];
  const winter = { ...list, name: 'Winter', prices: below, reason: 'the last of it' };
  proposedPrices = (await made('POST', 'admin/price-lists', winter)).proposal.terms.content;
  await made('POST', 'admin/coupons', { code: 'quay10', kind: 'percent', percent: '10', note: 'fair' });
  batchId = await importLines();
  const guess = { kind: 'signInRefused', userId: owner.user.id, call: 'login' } as const;
  await countSecurityEvent(ctx.db, { ...guess, address: '192.0.2.7' }, ctx.clock.now());
  const text = 'username,email,balance\nquay-hand,hand@quay.example,1.5\n';
  const file = { text, file_name: 'users.csv', reason: 'from the former shop' };
  userImportId = (await made('POST', 'admin/user-imports', file)).id;
});

async function payOut(): Promise<void> {
  const body = { amount: '0.1', note: 'hash 0xabc' };
  const headers = { ...owner.headers, 'idempotency-key': 'paid' };
  expect((await shop.call('POST', `/api/agents/${agentId}/payouts`, body, headers)).code).toBe(200);
}

async function recordHeldDeposit(): Promise<void> {
  const held_reason = JSON.stringify({ code: 'senderBlocked', facts: { note: 'stolen' } });
  await recordDeposit(shop.ctx, 1_500_000n, { state: 'credited', user_id: sale.userId, held_reason });
}

async function putLogAside(): Promise<void> {
  const id = await quarantineLog(shop.ctx);
  await made('POST', `admin/chains/quarantine/${id}/review`, { reason: 'a fault of the node' });
}

async function reportAccount(): Promise<void> {
  const body = { email: 'owner@example.test', subject: 'a mailbox', explanation: 'This is mine.' };
  await shop.call('POST', '/api/reports', body);
  const [{ id }] = (await made('GET', 'admin/reports')).items;
  await made('POST', `admin/reports/${id}/refuse`, { reason: 'not theirs' });
}

/** One line that is added and one that is not. */
async function importLines(): Promise<string> {
  const file = { name: 'stock.txt', bytes: 100, form: { kind: 'text' } };
  const wanted = { goods_id: String(sale.goodsId), note: 'night', has_right_to_sell: true, file };
  const { id } = await made('POST', 'stock/imports', wanted);
  const text = `0x${randomBytes(8).toString('hex')}----key\n${'x'.repeat(64_001)}\n`;
  await made('POST', `stock/imports/${id}/lines`, { from_line: 0, text, form: file.form });
  return id;
}

/** What the world above puts into each file: cells of one of its rows. */
type Content = { readonly path?: string; readonly row: Record<string, unknown> };

/** Rows of sums, in `statistics`. */
const SUMS = [
  'exportSales',
  'exportProfit',
  'exportSupplierProfit',
  'exportOfferSales',
  'exportCustomers',
  'exportReorder',
] as const;

const CONTENTS: Record<Exclude<ExportName, 'exportUnsold' | (typeof SUMS)[number]>, () => Content> = {
  exportUsers: () => ({
    row: { id: String(sale.userId), status: 'active', balance: '9', two_factor: 'false' },
  }),
  exportUserImport: () => ({
    path: userImportId,
    row: { line: '2', username: 'quay-hand', balance: '1.5', outcome: 'waiting' },
  }),
  exportMovements: () => ({ path: String(sale.userId), row: { kind: 'credit', amount: '12' } }),
  exportAgents: () => ({ row: { id: agentId, state: 'active', users: '1', commission_balance: '0' } }),
  exportAgentStatement: () => ({ path: agentId, row: { kind: 'payout', note: 'hash 0xabc' } }),
  exportBlockedWallets: () => ({ row: { network: 'ETH', list: 'own' } }),
  exportGoods: () => ({ row: { id: String(sale.goodsId), price: '1', genders: 'random male female' } }),
  exportStockBatches: () => ({
    row: { id: batchId, product_id: String(sale.goodsId), added: '1', rejected: '1' },
  }),
  exportPriceList: () => ({
    path: priceListId,
    row: { goods_id: String(sale.goodsId), min_quantity: '10', price: '0.75' },
  }),
  exportProposedPrices: () => ({
    path: proposedPrices,
    row: {
      goods_id: String(sale.goodsId),
      min_quantity: '100',
      former_price: '',
      price: '0.5',
      floor: '0.6',
    },
  }),
  exportCoupons: () => ({ row: { code: 'QUAY10', state: 'running', percent: '10', uses: '0' } }),
  exportRefusedLines: () => ({ path: batchId, row: { line: '2', fault: 'too long' } }),
  exportChecks: () => ({ row: { order_no: sale.orderNo, kind: 'claim', result: 'dead', batch_id: '' } }),
  exportRecharges: () => ({ row: { network: 'ETH', amount: '20', status: 'recharging' } }),
  exportOrders: () => ({ row: { order_no: sale.orderNo, accounts: '2', total_amount: '2' } }),
  exportWarrantyClaims: () => ({ row: { order_no: sale.orderNo, accounts: '1', state: 'refused' } }),
  exportDeposits: () => ({ row: { amount: '1.5', state: 'credited', ordinal: '0' } }),
  exportNamedPayments: () => ({ row: { network: 'ETH', state: 'coin', amount: '0.5', open: 'true' } }),
  exportSweepable: () => ({
    row: { network: 'POLYGON', address: formatAddress('POLYGON', OWN), amount: '5', swept_before: 'true' },
  }),
  exportSweeps: () => ({ row: { network: 'POLYGON', tx_hash: SWEPT, addresses: '1', amount: '2' } }),
  exportQuarantinedLogs: () => ({ row: { network: 'ETH', block_number: '1', state: 'reviewed' } }),
  exportAudit: () => ({ row: { action: 'claim.refuse', user_id: String(owner.user.id), before: '' } }),
  exportSecurityEvents: () => ({
    row: { kind: 'signInRefused', user_id: String(owner.user.id), address: '192.0.2.7', count: '1' },
  }),
  exportAnnouncements: () => ({ row: { placement: 'home', state: 'draft', is_shown: 'false' } }),
  exportReports: () => ({ row: { state: 'refused', withdrawn: '0' } }),
};
const NAMES = Object.keys(CONTENTS) as (keyof typeof CONTENTS)[];

/**
 * Sales are read from daily totals, and tested with them (statistics.test.ts); what buyers export of their own
 * is tested with its features (statements.test.ts, delivery-formats.test.ts).
 */
test('every CSV export of the contract is tested here', () => {
  const isCsv = (name: EndpointName) => endpointOf(name).raw?.types.includes('text/csv') === true;
  const offered = ENDPOINTS.filter(
    (name) => isCsv(name) && !SUMS.some((sums) => sums === name) && endpointOf(name).access !== 'user',
  );
  expect(offered.toSorted()).toEqual(NAMES.toSorted());
});

async function fetchFile(name: (typeof NAMES)[number]): Promise<string> {
  const url = paths[name][1].replace(/:(id|content)/, CONTENTS[name]().path ?? '');
  const answer = await shop.app.http.inject({ method: 'GET', url, headers: owner.headers });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
  return answer.body;
}

const readTable = (file: string): Record<string, string>[] => parse(file, { bom: true, columns: true });
const download = async (name: (typeof NAMES)[number]) => readTable(await fetchFile(name));

test.each(NAMES)('%s: what the list says', async (name) => {
  const { row } = CONTENTS[name]();
  const rows = await download(name);
  expect(rows).toContainEqual(expect.objectContaining(row));
});

/** What the audit log says of each file, and what it is about if not its noun. */
const WRITTEN_DOWN: Record<(typeof NAMES)[number], readonly [action: string, subject?: () => string]> = {
  exportUsers: ['user.export'],
  exportUserImport: ['user.export', () => `userImport:${userImportId}`],
  exportMovements: ['balance.export', () => `user:${sale.userId}`],
  exportAgents: ['agent.export'],
  exportAgentStatement: ['commission.export', () => `agent:${agentId}`],
  exportBlockedWallets: ['wallet.export'],
  exportGoods: ['goods.export'],
  exportStockBatches: ['batch.export'],
  exportPriceList: ['priceList.export', () => `priceList:${priceListId}`],
  exportProposedPrices: ['priceList.export', () => 'priceList:'],
  exportCoupons: ['coupon.export'],
  exportRefusedLines: ['stock.refusedLines', () => `batch:${batchId}`],
  exportChecks: ['checker.export'],
  exportRecharges: ['recharge.export'],
  exportOrders: ['order.export'],
  exportWarrantyClaims: ['claim.export'],
  exportDeposits: ['deposit.export'],
  exportNamedPayments: ['namedPayment.export'],
  exportSweepable: ['deposit.export'],
  exportSweeps: ['deposit.export'],
  exportQuarantinedLogs: ['quarantine.export'],
  exportAudit: ['audit.export'],
  exportSecurityEvents: ['securityEvent.export'],
  exportAnnouncements: ['announcement.export'],
  exportReports: ['report.export'],
};

test.each(NAMES)('%s: the export is audited', async (name) => {
  const rows = readTable(await fetchFile(name)).length;
  const [action, subjectOf = () => action.split('.')[0]!] = WRITTEN_DOWN[name];
  const entry = await newestEntry();
  expect(entry).toMatchObject({ action, subject: subjectOf(), user_id: owner.user.id });
  if (name !== 'exportRefusedLines') expect(entry.after).toEqual({ filter: '', rows });
});

test('with the part of the table that was asked for', async () => {
  const [, address] = paths.exportReports;
  const url = `${address}?state=refused`;
  await shop.app.http.inject({ method: 'GET', url, headers: owner.headers });
  expect((await newestEntry()).after).toMatchObject({ filter: 'state=refused' });
});

const newestEntry = () =>
  shop.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

test('users are exported without anything that gives access', async () => {
  const [user] = await download('exportUsers');
  expect(Object.keys(user!)).toEqual(
    'id created_at username email status balance role agent language two_factor'.split(' '),
  );
});

/** Texts written by users, by file: what each column holds in at least one row. */
const WRITTEN: Partial<Record<(typeof NAMES)[number], readonly string[]>> = {
  exportUsers: ['username', 'email', 'role', 'agent'],
  exportUserImport: ['username', 'email'],
  exportAgents: ['username', 'platform_name', 'telegram'],
  exportBlockedWallets: ['note'],
  exportGoods: ['name', 'category'],
  exportStockBatches: ['username', 'note', 'file'],
  exportPriceList: ['product'],
  exportProposedPrices: ['product'],
  exportCoupons: ['note'],
  exportRecharges: ['username', 'email'],
  exportOrders: ['username', 'email', 'agent', 'product', 'delivery_email'],
  exportWarrantyClaims: ['username', 'product', 'reason', 'settled_by', 'answer'],
  exportDeposits: ['username', 'held_reason'],
  exportNamedPayments: ['username'],
  exportQuarantinedLogs: ['reason', 'reviewed_by', 'review'],
  exportAudit: ['actor', 'subject_name'],
  exportSecurityEvents: ['username'],
  exportAnnouncements: ['title'],
  exportReports: ['email', 'subject', 'explanation', 'settled_by', 'reason'],
};

describe.each(FORMULAS)('%j', (poison, cell) => {
  beforeAll(() => writeEverywhere(shop.ctx, { poison, batchId: BigInt(batchId) }));

  test.each(NAMES)('%s', async (name) => {
    const file = await fetchFile(name);
    expect(splitCells(file).filter(isFormula)).toEqual([]);
    const rows = readTable(file);
    const written = (column: string) => rows.some((row) => row[column]?.startsWith(cell));
    expect(WRITTEN[name]?.filter((column) => !written(column)) ?? []).toEqual([]);
  });
});

test('a text from a takedown request stays in one cell', async () => {
  const explanation = 'this account is mine\n=1+1+cmd|calc!A0';
  const body = { email: 'a@b.co', subject: 'mine;=2+2;x', explanation };
  expect((await shop.call('POST', '/api/reports', body)).code).toBe(200);
  const row = { subject: "mine;'=2+2;x", explanation: 'this account is mine =1+1+cmd|calc!A0' };
  expect(await download('exportReports')).toContainEqual(expect.objectContaining(row));
});
