import { listTiedUsers } from '../approvals/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin, createPerson } from '../../testing/people.ts';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { buildAgent } from '../../testing/build.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import { importUsers, sweepUserImports } from './index.ts';

const HEAD = 'username,email,balance,created_at,agent';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeEach(async () => {
  shop = await createFreshShop();
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
});

const file = (...rows: string[]) => [HEAD, ...rows, ''].join('\n');
const send = (path: string, body: object) =>
  shop.call('POST', `/api/admin/user-imports${path}`, body, ann.headers);
const propose = (text: string) => send('', { text, file_name: 'users.csv', reason: 'we move here' });
const openProposals = async () =>
  (await shop.call('GET', '/api/proposals?state=open', undefined, bob.headers)).data.items;
const decide = async (step: 'approve' | 'veto', body?: object) => {
  const [{ id }] = await openProposals();
  return shop.call('POST', `/api/proposals/${id}/${step}`, body, bob.headers);
};
const run = async () => {
  while ((await importUsers(shop.ctx)).more);
};
const imports = async () =>
  (await shop.call('GET', '/api/admin/user-imports', undefined, ann.headers)).data.items;
const report = async (id: string): Promise<Record<string, string>[]> => {
  const path = `/api/admin/user-imports/${id}/export`;
  return parse((await shop.call('GET', path, undefined, ann.headers)).body, { bom: true, columns: true });
};
const users = () => shop.ctx.db.selectFrom('users').selectAll().where('username', 'like', 'old-%').execute();
const find = async (username: string) => (await users()).find((user) => user.username === username)!;

test('two people import users with their balances, and the report states the result of each line', async () => {
  const { user } = await createPerson(shop.ctx);
  const agent = await buildAgent(shop.ctx, { userId: user.id, platformName: 'Quay', telegram: '' });
  const text = file(
    `old-ann,ann@old.example,12.345678,2024-02-29,${agent.promotion_code.toLowerCase()}`,
    'old-ben,ben@old.example,0,,',
    'old-cid,nowhere,5,,',
    'old-dan,dan@old.example,7,,nobody',
    `${bob.user.username},dora@old.example,9,,`,
  );
  const preview = (await send('/previews', { text })).data;
  expect(preview).toMatchObject({ lines: 5, users: 2, total_balance: '12.345678', skipped: 3 });
  expect(preview.problems.map(({ line, problem }: any) => [line, problem])).toEqual([
    [4, 'email'],
    [5, 'agent'],
    [6, 'taken'],
  ]);
  expect(preview.sample[0]).toMatchObject({ line: 2, username: 'old-ann', balance: '12.345678' });
  const asked = await propose(text);
  expect(asked.data).toMatchObject({ state: 'proposed', users: 2, lines: 5, created: 0 });
  await run();
  expect(await users()).toEqual([]);
  expect((await openProposals())[0].terms).toMatchObject({ users: 2, total: '12.345678', skipped: 3 });
  expect((await decide('approve')).data.state).toBe('applied');
  await run();
  expect(await imports()).toMatchObject([
    { state: 'done', created: 2, skipped: 3, credited: '12.345678', approved_by: bob.user.username },
  ]);
  expect((await report(asked.data.id)).map(({ line, outcome, balance }) => [line, outcome, balance])).toEqual(
    [
      ['2', 'created', '12.345678'],
      ['3', 'created', '0'],
      ['4', 'email', '5'],
      ['5', 'agent', '7'],
      ['6', 'taken', '9'],
    ],
  );
  const made = await find('old-ann');
  expect(made).toMatchObject({ agent_id: agent.user_id, role_id: null, status: 'active' });
  expect(made.created_at).toEqual(new Date('2024-02-29T00:00:00Z'));
  const { items } = (await shop.call('GET', `/api/users/${made.id}/movements`, undefined, ann.headers)).data;
  expect(items).toMatchObject([
    {
      kind: 'openingBalance',
      amount: '12.345678',
      reference: made.id.toString(),
      decision: { proposed_by: ann.user.username, approved_by: bob.user.username, reason: 'we move here' },
    },
  ]);
  expect(await findLedgerMismatches(shop.ctx.db)).toEqual([]);
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['after'])
    .where('action', '=', 'user.import')
    .execute();
  expect(entries).toMatchObject([{ after: { created: 2, skipped: 3, credited: '12.345678' } }]);
});

test('a report, and the list of users, can be imported elsewhere without losing agent and date', async () => {
  const { user } = await createPerson(shop.ctx);
  await buildAgent(shop.ctx, { userId: user.id, platformName: 'Quay', telegram: '' });
  const text = file(
    `old-ann,ann@old.example,12.345678,2024-02-29,${user.username}`,
    'old-dan,dan@old.example,7,2023-05-06,nobody',
  );
  const asked = await propose(text);
  await decide('approve');
  await run();
  const whole = await report(asked.data.id);
  expect(whole).toMatchObject([
    { outcome: 'created', created_at: '2024-02-29T00:00:00.000Z', agent: user.username },
    { outcome: 'agent', created_at: '2023-05-06T00:00:00.000Z', agent: 'nobody' },
  ]);
  const listed = await shop.call('GET', '/api/users/export?q=old-', undefined, ann.headers);
  const reported = await shop.call(
    'GET',
    `/api/admin/user-imports/${asked.data.id}/export`,
    undefined,
    ann.headers,
  );
  for (const { body } of [listed, reported]) {
    const elsewhere = body.replaceAll('old-', 'new-').replaceAll('@old.', '@new.');
    const { sample } = (await send('/previews', { text: elsewhere })).data;
    expect(sample[0]).toMatchObject({
      username: 'new-ann',
      balance: '12.345678',
      agent: user.username,
      created_at: '2024-02-29T00:00:00.000Z',
    });
  }
});

test('the users sign in once they have set a password with a mailed code, and not before', async () => {
  await propose(file('old-ann,ann@old.example,3,,'));
  await decide('approve');
  await run();
  for (const password of ['', 'old-ann', 'password-1']) {
    const answer = await shop.call('POST', '/api/auth/login', { username: 'old-ann', password });
    expect(answer.code).not.toBe(200);
  }
  expect((await shop.call('POST', '/api/auth/password/code', { email: 'ann@old.example' })).code).toBe(200);
  const queued = await shop.ctx.db
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', 'ann@old.example')
    .execute();
  expect(queued).toHaveLength(1);
});

test('a repeated upload creates nobody twice and credits nothing twice, before and after', async () => {
  const text = file('old-ann,ann@old.example,3,,', 'old-ben,ben@old.example,4,,');
  const first = await propose(text);
  expect((await propose(text)).data.id).toBe(first.data.id);
  expect(await openProposals()).toHaveLength(1);
  await decide('approve');
  await Promise.all([run(), run(), run()]);
  await run();
  expect((await propose(text)).data).toMatchObject({ id: first.data.id, state: 'done', created: 2 });
  // The same people in another file.
  const again = await propose(`${text}old-cid,cid@old.example,5,,\n`);
  expect(again.data).toMatchObject({ users: 1, skipped: 2 });
  await decide('approve');
  await run();
  expect((await users()).map(({ username }) => username).toSorted()).toEqual([
    'old-ann',
    'old-ben',
    'old-cid',
  ]);
  const movements = await shop.ctx.db
    .selectFrom('ledger_movements')
    .select('amount_micro')
    .where('kind', '=', 'openingBalance')
    // Runs at the same time credit in any order.
    .orderBy('amount_micro')
    .execute();
  expect(movements.map((row) => row.amount_micro)).toEqual([3_000_000n, 4_000_000n, 5_000_000n]);
  expect(await findLedgerMismatches(shop.ctx.db)).toEqual([]);
});

test('somebody who signs up meanwhile keeps their name, and the line is reported as taken', async () => {
  const mine = await shop.register();
  const { username } = mine;
  const text = file(`${username}x,first@old.example,1,,`, 'old-ben,ben@old.example,4,,');
  const asked = await propose(text);
  await shop.call('POST', '/api/auth/register', {
    username: `${username}x`,
    email: 'mine@example.test',
    password: 'harbour-9',
    agree: true,
  });
  await decide('approve');
  await run();
  expect((await report(asked.data.id)).map(({ outcome }) => outcome)).toEqual(['taken', 'created']);
});

test('a name that looks like another is not taken over', async () => {
  await propose(file('old-paypal,a@old.example,1,,', 'old-paypa1,b@old.example,1,,'));
  await decide('approve');
  await run();
  const [done] = await imports();
  expect((await report(done.id)).map(({ outcome }) => outcome)).toEqual(['created', 'confusable']);
});

test('a rejected file creates nobody, and may be proposed again', async () => {
  const text = file('old-ann,ann@old.example,3,,');
  const first = await propose(text);
  await decide('veto', { reason: 'wrong file' });
  await run();
  expect([await users(), (await imports())[0].state]).toEqual([[], 'rejected']);
  expect((await propose(text)).data.id).not.toBe(first.data.id);
});

test('whoever imported users does not count as a second person with them for a while', async () => {
  await propose(file('old-ann,ann@old.example,3,,'));
  await decide('approve');
  await run();
  const { id } = await find('old-ann');
  expect((await listTiedUsers(shop.ctx, ann.user.id)).has(id)).toBe(true);
});

test('names and addresses are erased after ninety days, figures and decisions stay', async () => {
  const asked = await propose(file('old-ann,ann@old.example,3,,'));
  await decide('approve');
  await run();
  await sweepUserImports(shop.ctx);
  expect((await report(asked.data.id))[0]!.email).toBe('ann@old.example');
  const { id } = await find('old-ann');
  shop.clock.advance(91 * DAY_MS);
  await sweepUserImports(shop.ctx);
  ann = await signInAdmin(shop.ctx);
  expect(await report(asked.data.id)).toMatchObject([
    { username: '', email: '', balance: '3', outcome: 'created' },
  ]);
  const { items } = (await shop.call('GET', `/api/users/${id}/movements`, undefined, ann.headers)).data;
  expect(items[0].decision).toMatchObject({ reason: 'we move here' });
});

test('without the permission, a fresh code or a line to create there is no import', async () => {
  const clerk = await signInAdmin(shop.ctx, ['user.read', 'user.write', 'balance.adjust']);
  const body = { text: file('old-ann,ann@old.example,3,,'), file_name: 'users.csv', reason: 'we move' };
  expect((await shop.call('POST', '/api/admin/user-imports', body, clerk.headers)).code).toBe(400_003);
  expect((await propose(file('old ann,ann@old.example,3,,'))).code).toBe(519);
  shop.clock.advance(6 * 60_000);
  expect((await propose(body.text)).code).not.toBe(200);
});

test('balances that could be two amounts hold the import until somebody says what they are', async () => {
  const text = [
    'username;email;balance',
    'old-lia;lia@old.example;1.250',
    'old-rui;rui@old.example;1.250,50',
    'old-ana;ana@old.example;12,50',
  ].join('\n');
  const preview = (await send('/previews', { text })).data;
  expect(preview).toMatchObject({
    users: 2,
    total_balance: '1263',
    question: { line: 2, value: '1.250', point: '1.25', comma: '1250', lines: 1 },
    problems: [{ line: 2, problem: 'ambiguous', username: 'old-lia' }],
  });
  expect((await propose(text)).body.faults).toEqual([{ field: 'decimal_sign', fault: 'missing' }]);
  const body = { text, file_name: 'users.csv', reason: 'we move here' };
  const asked = await send('', { ...body, decimal_sign: ',' });
  expect(asked.data).toMatchObject({ users: 3, total_balance: '2513' });
  // The same answer is the same import; another one is another.
  expect((await send('', { ...body, decimal_sign: ',' })).data.id).toBe(asked.data.id);
  const other = await send('', { ...body, decimal_sign: '.' });
  expect(other.data).toMatchObject({ users: 3, total_balance: '1264.25' });
  expect(other.data.id).not.toBe(asked.data.id);
});

test('a file that is no UTF-8 is refused at the call too, and makes nobody of replaced letters', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"text":"username,email,balance\\n'),
    Buffer.from([0xc8, 0xe2, 0xe0, 0xed]),
    Buffer.from(',ivan@old.example,5"}'),
  ]);
  const answer = await shop.app.http.inject({
    method: 'POST',
    url: '/api/admin/user-imports/previews',
    headers: { ...ann.headers, 'content-type': 'application/json' },
    payload: bytes,
  });
  expect(answer.json().faults).toEqual([{ field: 'text', fault: 'encoding' }]);
});
