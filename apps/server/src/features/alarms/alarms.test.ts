import { sql } from 'kysely';
import {
  NETWORKS,
  parseMicro,
  type Finding,
  type Network,
  ALARM_KINDS,
  FINDINGS,
  LANGUAGES,
  type FindingCode,
} from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { describeFindings } from '../../platform/describe-findings.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { signInAdmin, createOwner } from '../../testing/people.ts';
import { propose } from '../approvals/index.ts';
import { vetoProposal } from '../approvals/decide-proposal.ts';
import { insertQuarantined } from '../deposits/quarantine.sql.ts';
import { createWatchTreasuryJob, readTreasury } from '../treasury/index.ts';
import { listActiveAlarms } from './alarms.sql.ts';
import type { AlarmCondition } from './alarm-condition.ts';
import { evaluateAlarms } from './evaluate-alarms.ts';
import { renderAlarm, alarmTexts } from './alarm-mail.ts';
import {
  ALARM_MAIL,
  updateAlarms,
  reconcileLedger,
  watchMoney,
  watchServers,
  createTelegramAlarmsJob,
} from './watch-alarms.ts';

describe('alarms', () => {
  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
  });
  const openOn = async (networks: readonly Network[]): Promise<void> => {
    world = await createChainWorld(chains, networks);
    for (const table of ['treasury_looks', 'alarms'] as const) await world.ctx.db.deleteFrom(table).execute();
  };
  beforeEach(() => openOn(['ETH']));
  afterAll(() => chains.stop());

  const atBlock = (block: number): Finding => ({ code: 'nodeOtherBlock', facts: { node: 'a', block } });
  const halted: AlarmCondition = { kind: 'chainHalted', network: 'ETH', findings: [atBlock(5)] };
  const mailsTo = (recipient: string) =>
    world.ctx.db
      .selectFrom('mails')
      .select(['reference', 'recipient'])
      .where('kind', '=', ALARM_MAIL)
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .execute();

  test('an alarm is sent once while it lasts, and again when it comes back', async () => {
    const { user } = await createOwner(world.ctx);
    let laterMs = 0;
    const settle = (...troubles: AlarmCondition[]) =>
      updateAlarms({ ...world.ctx, clock: createClock(laterMs) }, ['chainHalted', 'chainLate'], troubles);
    await settle(halted);
    await settle({ ...halted, findings: [atBlock(3)] });
    expect(await listActiveAlarms(world.ctx.db)).toMatchObject([{ network: 'ETH', findings: [atBlock(3)] }]);
    expect(await mailsTo(user.email)).toHaveLength(1);
    await settle(halted, { ...halted, network: 'TRON' });
    expect(await mailsTo(user.email)).toHaveLength(2);
    await settle();
    expect(await listActiveAlarms(world.ctx.db)).toEqual([]);
    const [, before] = await mailsTo(user.email);
    expect(await renderAlarm(world.ctx, before!.reference, before!.recipient)).toBeNull();
    // Within five minutes the mail of before tells of it, if it was not sent yet, and one more at their end.
    await settle(halted);
    expect(await renderAlarm(world.ctx, before!.reference, before!.recipient)).not.toBeNull();
    await settle();
    await settle(halted);
    expect(await mailsTo(user.email)).toHaveLength(3);
    await settle();
    laterMs = 11 * MINUTE_MS;
    await settle(halted);
    expect(await mailsTo(user.email)).toHaveLength(4);
    const [mail] = await mailsTo(user.email);
    const message = await renderAlarm(world.ctx, mail!.reference, mail!.recipient);
    expect(message!.subject).toContain('ETH');
    expect(message!.text).toContain('Block 5 of node a');
    await settle();
    expect(await renderAlarm(world.ctx, mail!.reference, mail!.recipient)).toBeNull();
  });

  test('two processes that raise an alarm at the same time send it once', async () => {
    const { user } = await createOwner(world.ctx);
    await Promise.all(Array.from({ length: 4 }, () => updateAlarms(world.ctx, ['chainHalted'], [halted])));
    expect(await mailsTo(user.email)).toHaveLength(1);
  });

  test('every admin is notified once of each proposed address, and the alarm ends with the proposal', async () => {
    const clerk = await signInAdmin(world.ctx, ['support.read']);
    const other = await signInAdmin(world.ctx, ['paymentMethod.write']);
    await signInAdmin(world.ctx, ['paymentMethod.write']);
    const insert = (address: string) =>
      propose(other.ctx, {
        kind: 'treasuryChangeApproved',
        subject: 'paymentMethod:ETH',
        terms: { type: 'ETH', wallet_address: address, former_wallet_address: '0xold' } as never,
        reason: 'moved',
        action: 'paymentMethod.write',
      });
    const first = await insert('0xnew');
    await watchMoney(world.ctx);
    await watchMoney(world.ctx);
    const [mail, ...more] = await mailsTo(clerk.user.email);
    expect(more).toEqual([]);
    const message = await renderAlarm(world.ctx, mail!.reference, mail!.recipient);
    expect(message!.text).toContain(
      `Proposed by ${other.user.username}. Wallet: 0xold → 0xnew. Pending approval.`,
    );
    expect(message!.text).toMatch(/\/admin$/m);
    // Withdrawn, and another one made before the next evaluation.
    await vetoProposal(clerk.ctx, first.id, 'not ours');
    await insert('0xthief');
    await watchMoney(world.ctx);
    expect(await mailsTo(clerk.user.email)).toHaveLength(2);
    expect(await renderAlarm(world.ctx, mail!.reference, mail!.recipient)).toBeNull();
    await world.ctx.db.deleteFrom('proposals').execute();
  });

  test('an unreachable Valkey is an alarm while it lasts; a database without standbys is none', async () => {
    const kinds = async () => (await listActiveAlarms(world.ctx.db)).map(({ kind }) => kind);
    await watchServers(world.ctx, { isConnected: false });
    expect(await kinds()).toEqual(['valkeyAway']);
    await watchServers(world.ctx, { isConnected: true });
    expect(await kinds()).toEqual([]);
  });

  test('alarms of other kinds are left alone', async () => {
    await updateAlarms(world.ctx, ['chainHalted'], [halted]);
    await updateAlarms(world.ctx, ['ledgerOff'], []);
    expect(await listActiveAlarms(world.ctx.db)).toHaveLength(1);
  });

  test('a blocked wallet, late blocks and a contradicting chain are alarms', async () => {
    const kindsNow = async (laterMs = 0) => {
      const troubles = await evaluateAlarms({ ...world.ctx, clock: createClock(laterMs) });
      return troubles.filter(({ network }) => network === 'ETH').map(({ kind }) => kind);
    };
    const { walletAddress } = chains.chains.ETH;
    const watch = createWatchTreasuryJob(world.ctx, {
      network: 'ETH',
      nodes: [nodeOf(chains, 'ETH')],
      quorum: 1,
      everyMs: 1,
    });
    await watch.run();
    const before = await kindsNow();
    expect(before).not.toContain('walletProblem');
    await chains.controls.setBlacklisted('ETH', walletAddress, true);
    await watch.run();
    await chains.controls.setBlacklisted('ETH', walletAddress, false);
    expect(await kindsNow()).toEqual(expect.arrayContaining(['walletProblem']));
    expect(await kindsNow(2 * HOUR_MS)).toContain('chainLate');
    await world.ctx.db.updateTable('chain_statuses').set({ state: 'halted' }).execute();
    expect(await kindsNow()).toContain('chainHalted');
  });

  const watchBoth = async (nodesOf = (network: Network) => [nodeOf(chains, network)]) => {
    for (const network of NETWORKS) {
      const options = { network, nodes: nodesOf(network), quorum: 1, everyMs: 1 };
      await createWatchTreasuryJob(world.ctx, options).run();
    }
  };

  test('a quarantined log is an alarm until somebody has reviewed it; a transfer of zero is none', async () => {
    const place = { network: 'ETH' as const, chainId: 1n, token: randomAddress() };
    const txHash = `0x${randomBytes(32).toString('hex')}` as const;
    const logs = (['logZero', 'logFailed'] as const).map((code, ordinal) => ({
      txHash,
      ordinal,
      blockNumber: 1,
      reason: { code, facts: {} },
    }));
    const find = async () =>
      (await evaluateAlarms(world.ctx)).filter(({ kind }) => kind === 'logsQuarantined');
    await insertQuarantined(world.ctx.db, place, logs, new Date());
    expect(await find()).toMatchObject([
      { network: 'ETH', findings: [{ code: 'logsQuarantined', facts: { count: 1 } }, { code: 'logFailed' }] },
    ]);
    await world.ctx.db.deleteFrom('quarantined_logs').execute();
    expect(await find()).toEqual([]);
  });

  test('USDT sent to the checkout contract is an alarm of its own', async () => {
    const place = { network: 'TRON' as const, chainId: 1n, token: randomAddress() };
    const txHash = `0x${randomBytes(32).toString('hex')}` as const;
    const reason = { code: 'logToCheckout', facts: { amount: '12.5', from: randomAddress() } } as const;
    await insertQuarantined(
      world.ctx.db,
      place,
      [{ txHash, ordinal: 0, blockNumber: 1, reason }],
      new Date(),
    );
    expect(await evaluateAlarms(world.ctx)).toContainEqual(
      expect.objectContaining({ kind: 'sentToCheckout', network: 'TRON' }),
    );
    await world.ctx.db.deleteFrom('quarantined_logs').execute();
  });

  test('each alarm is sent to the operators’ chat once, and tried again until it arrives', async () => {
    const told: string[] = [];
    let isDown = true;
    const job = createTelegramAlarmsJob(world.ctx, {
      send: async (chatId, text) => {
        if (isDown) throw new Error('no way there');
        told.push(`${chatId} ${text}`);
      },
    });
    await updateAlarms(world.ctx, ['chainHalted'], [halted]);
    await job.run();
    expect(told).toEqual([]);
    const row = { key: 'telegram_chat_id', value: '"-100200"', updated_at: new Date() };
    await world.ctx.db.insertInto('settings').values(row).execute();
    await expect(job.run()).rejects.toThrow('no way there');
    isDown = false;
    await job.run();
    await job.run();
    await world.ctx.db.deleteFrom('settings').where('key', '=', 'telegram_chat_id').execute();
    expect(told).toEqual([expect.stringMatching(/^-100200 Portside: ETH: [^]*Block 5[^]*dataBoard$/)]);
  });

  test('USDT that left the wallets is reported as missing', async () => {
    await openOn(NETWORKS);
    await watchBoth();
    const isMissed = async () => (await evaluateAlarms(world.ctx)).some(({ kind }) => kind === 'notCovered');
    const set = (micro: bigint) =>
      world.ctx.db.updateTable('treasury_looks').set({ on_chain_micro: micro }).execute();
    await set(parseMicro('9000000000000'));
    expect(await isMissed()).toBe(false);
    await world.payFinally('ETH', '1');
    await watchBoth();
    await set(0n);
    expect(await isMissed()).toBe(true);
  });

  test('deposits after the last reading of the wallets do not count as missing', async () => {
    await openOn(NETWORKS);
    await watchBoth();
    const coversOwed = async () => {
      const { owed } = await readTreasury(world.ctx);
      // Earlier than it was: the local chain may be a second behind this clock.
      await sql`update treasury_looks set on_chain_micro = 0, balance_at = balance_at - interval '1 second'`.execute(
        world.ctx.db,
      );
      await world.ctx.db
        .updateTable('treasury_looks')
        .set({ on_chain_micro: parseMicro(owed) })
        .where('network', '=', 'ETH')
        .execute();
    };
    await coversOwed();
    await world.payFinally('ETH', '100');
    expect((await evaluateAlarms(world.ctx)).map(({ kind }) => kind)).not.toContain('notCovered');
  });

  test('a wallet that could not be read for long is an alarm, and its last balance stays', async () => {
    await openOn(NETWORKS);
    await watchBoth();
    const before = (await readTreasury(world.ctx)).on_chain;
    await watchBoth(() => []);
    expect((await readTreasury(world.ctx)).on_chain).toBe(before);
    const unseen = async (laterMs: number) =>
      (await evaluateAlarms({ ...world.ctx, clock: createClock(laterMs) })).filter(
        ({ kind }) => kind === 'walletProblem',
      );
    expect(await unseen(0)).toEqual([]);
    expect(await unseen(2 * HOUR_MS)).toMatchObject(NETWORKS.toSorted().map((network) => ({ network })));
  });

  test('a wallet that is no longer watched is forgotten, with its balance and its alarms', async () => {
    await openOn(NETWORKS);
    const old = { chain_id: 1n, wallet_address: randomAddress(), network: 'ETH' as const };
    const now = new Date();
    const problem = JSON.stringify({ code: 'walletBlocked', facts: {} });
    const told = { problem, looked_at: now, balance_at: now };
    const look = { ...old, ...told, on_chain_micro: 5n };
    await world.ctx.db.insertInto('treasury_looks').values(look).execute();
    await watchBoth();
    const { wallets } = await readTreasury(world.ctx);
    expect(wallets.map(({ chain_id }) => chain_id)).not.toContain(1);
  });

  test('the daily reconciliation finds a balance that was changed by hand', async () => {
    const buyer = await world.createBuyer();
    const { db } = world.ctx;
    const account = db.updateTable('ledger_accounts').where('id', '=', buyer.userId);
    const change = (by: bigint) =>
      account.set((row) => ({ balance_micro: row('balance_micro', '+', by) })).execute();
    await reconcileLedger(world.ctx);
    expect(await listActiveAlarms(world.ctx.db)).toEqual([]);
    await change(5n);
    await reconcileLedger(world.ctx);
    expect(await listActiveAlarms(world.ctx.db)).toMatchObject([
      { kind: 'ledgerOff', findings: [{ code: 'balancesDiffer', facts: { users: String(buyer.userId) } }] },
    ]);
    await change(-5n);
    await reconcileLedger(world.ctx);
    expect(await listActiveAlarms(world.ctx.db)).toEqual([]);
  });

  test('a mail server that takes nothing raises an alarm after a minute, until it takes a mail', async () => {
    let now = new Date();
    const ctx = { ...world.ctx, clock: { now: () => now } };
    await ctx.db.deleteFrom('mails').execute();
    const evaluate = async () => (await evaluateAlarms(ctx)).filter(({ kind }) => kind === 'mailHeld');
    const row = {
      kind: 'test',
      reference: 1n,
      recipient: 'a@box.example',
      created_at: ctx.clock.now(),
      next_at: ctx.clock.now(),
    };
    await ctx.db
      .insertInto('mails')
      .values({ ...row, sent_at: null, held_at: ctx.clock.now(), failure: '554 5.7.1 not allowed here' })
      .execute();
    expect(await evaluate()).toEqual([]);
    const since = ctx.clock.now().toISOString();
    now = new Date(now.getTime() + 60_000);
    const facts = { count: 1, since, answer: '554 5.7.1 not allowed here' };
    expect(await evaluate()).toEqual([
      { kind: 'mailHeld', network: null, findings: [{ code: 'mailsHeld', facts }] },
    ]);
    await ctx.db
      .insertInto('mails')
      .values({ ...row, state: 'sent', sent_at: ctx.clock.now() })
      .execute();
    expect(await evaluate()).toEqual([]);
  });
});

const SAMPLES = { text: '§', number: 7, count: 1234, time: '2026-01-02T03:04:05.000Z', amount: '1234.5' };
const CODES = Object.keys(FINDINGS) as FindingCode[];

const sampleOf = (code: FindingCode): Finding =>
  ({
    code,
    facts: Object.fromEntries(
      Object.entries<keyof typeof SAMPLES>(FINDINGS[code]).map(([name, kind]) => [name, SAMPLES[kind]]),
    ),
  }) as Finding;

/** Names that every language writes alike. */
const NAMES =
  /grant pg_monitor to|portside doctor|TRUSTED_PROXIES|X-Forwarded-For|synchronous_\w+|remote_apply|\bon\b|USDT|UTC|2FA|IDs?|tokens?|topic|login|bytes?|MB|Tether|Portside|https?:\S+|ETH|TRON|Valkey|Telegram|PostgreSQL/gi;
/** A run of Latin letters has no place in Chinese or Russian; in Portuguese, English is known by its small words. */
const ENGLISH = {
  'zh-cn': /[a-z]{2,}/i,
  ru: /[a-z]{2,}/i,
  pt: /\b(the|of|is|are|has|have|not|by|was|from|this|too|few|or more|proposed|sent|wallet|node|block)\b/i,
};

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(CODES)('%s is worded with all its facts', (code) => {
    const told = describeFindings(language, [sampleOf(code)]);
    expect(told).not.toMatch(/[{}]|undefined|(^|[ (])–/);
    for (const kind of Object.values<string>(FINDINGS[code])) {
      if (kind === 'count') expect(told).toContain((1234).toLocaleString(language));
      if (kind === 'time') expect(told).toContain('2026-01-02 03:04 UTC');
      if (kind === 'amount') expect(told).toMatch(/1.?234[.,]5/);
    }
  });

  test.runIf(language !== 'en').each(CODES)('%s has no English in it', (code) => {
    const told = describeFindings(language, [sampleOf(code)]).replaceAll(NAMES, '');
    expect(told).not.toMatch(ENGLISH[language as keyof typeof ENGLISH]);
  });

  test.runIf(language !== 'en').each(ALARM_KINDS)('the alarm %s has no English in it', (kind) => {
    const facts = { siteName: 'Portside', network: 'ETH', kind, findings: CODES.map(sampleOf) } as const;
    const { subject, lines } = alarmTexts(language, { ...facts, url: 'https://shop.example/admin' });
    for (const line of [subject, ...lines])
      expect(line.replaceAll(NAMES, '')).not.toMatch(ENGLISH[language as keyof typeof ENGLISH]);
  });
});

test('a fact that a stored finding does not have leaves a dash, not a gap', () => {
  const torn = { code: 'nodeSlow', facts: {} } as unknown as Finding;
  expect(describeFindings('en', [torn])).toBe('Node – is slower than the others.');
});
