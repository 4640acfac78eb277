import { networkRecords } from '@portside/chain/networks/registry';
import type { DepositAddress, Network, Recharge, SignIn } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/test/free-port.ts';
import { median, table } from '../../../bench/setup/report.ts';
import { startServer, type Server } from '../server.ts';

type Method = { readonly type: Network; readonly mode: Recharge['mode'] };
/** Seconds since the payment was sent. */
type Times = { readonly seen: number; readonly credited: number };

const LOOK_EVERY_MS = 25;
const PATIENCE_MS = 120_000;
/** Up to a follower's poll, so that payments fall anywhere between polls. */
const MOST_PAUSE_MS = 2_000;

/**
 * Starts the sandbox as a visitor does and pays that often on every network, to the buyer's own address where the
 * network gives one, otherwise the exact amount to the treasury. Prints the seconds from sending to "seen" and to
 * "credited". For an idle machine.
 */
export async function measurePaymentTimes(payments: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-times-'));
  const server = await startServer({
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    environment: { DATA_DIR: folder, SANDBOX: 'empty' },
  });
  try {
    const rows: string[][] = [];
    for (const method of await listMethods(server)) rows.push(await measure(server, method, payments));
    process.stdout.write(`${payments} payments a network, load ${loadavg()[0]!.toFixed(1)}\n`);
    table(['network', 'paid to', 'seen: median s', 'most s', 'credited: median s', 'most s'], rows);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function ask<T>(
  { url }: Server,
  method: 'GET' | 'POST',
  path: string,
  token = '',
  body?: object,
): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code, data } = (await answer.json()) as { code: number; data: T };
  if (code !== 200) throw new Error(`${method} ${path} was answered with ${code}`);
  return data;
}

/** The methods of all networks, once each is followed. */
async function listMethods(server: Server): Promise<readonly Method[]> {
  const token = await register(server);
  for (let waited = 0; waited < PATIENCE_MS; waited += 200) {
    const { items } = await ask<{ items: Method[] }>(server, 'GET', '/api/payment-methods/enabled', token);
    if (items.length === networkRecords().length) return items;
    await sleep(200);
  }
  throw new Error('not every network takes top-ups');
}

async function register(server: Server): Promise<string> {
  const username = `buyer-${randomUUID().slice(0, 8)}`;
  const person = { username, email: `${username}@trial.example`, password: 'harbour-9', agree: true };
  return (await ask<SignIn>(server, 'POST', '/api/auth/register', '', person)).token;
}

async function measure(server: Server, { type, mode }: Method, payments: number): Promise<string[]> {
  const token = await register(server);
  const times: Times[] = [];
  for (let count = 0; count < payments; count += 1) {
    await sleep(Math.random() * MOST_PAUSE_MS);
    times.push(await pay(server, { type, mode }, token));
  }
  const [seen, credited] = [times.map((one) => one.seen), times.map((one) => one.credited)];
  const cells = [seen, credited].flatMap((all) => [median(all).toFixed(1), Math.max(...all).toFixed(1)]);
  return [type, mode === 'own_addresses' ? 'own address' : 'treasury', ...cells];
}

async function pay(server: Server, { type, mode }: Method, token: string): Promise<Times> {
  const to = await (mode === 'own_addresses'
    ? openAddress(server, type, token)
    : askForTopUp(server, type, token));
  const sent = performance.now();
  const since = (): number => (performance.now() - sent) / 1_000;
  const { tx_hash: hash } = await ask<{ tx_hash: string }>(server, 'POST', '/api/sandbox/transfers', '', {
    type,
    ...to,
  });
  let seen: number | null = null;
  while (since() * 1_000 < PATIENCE_MS) {
    const { items } = await ask<{ items: Recharge[] }>(server, 'GET', '/api/recharges?limit=3', token);
    const state = items.find(({ tx_hash: paidBy }) => paidBy === hash)?.sub_state;
    if (state !== undefined) seen ??= since();
    if (state === 'credited') return { seen: seen!, credited: since() };
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`a payment on ${type} was not credited within ${PATIENCE_MS / 1_000} s`);
}

type Asked = { readonly to: string; readonly amount: string };

async function openAddress(server: Server, type: Network, token: string): Promise<Asked> {
  const { address } = await ask<DepositAddress>(server, 'POST', '/api/deposit-addresses', token, { type });
  return { to: address, amount: '20' };
}

async function askForTopUp(server: Server, type: Network, token: string): Promise<Asked> {
  const wish = { type, amount: '20' };
  const asked = await ask<Recharge>(server, 'POST', '/api/recharges', token, wish);
  return { to: asked.wallet_address!, amount: asked.pay_amount };
}
