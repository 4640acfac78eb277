import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPagesOnce } from '../../scripts/pages-build.js';

const MOST_SECONDS = 120;
const root = join(import.meta.dirname, '../..');

/** The built shop in a sandbox of its own. */
export async function startShop() {
  // As in production: `npm start` alone may have built them quickly.
  if ((await buildPagesOnce(root)) !== null) throw new Error('The web pages could not be built');
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const origin = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'portside-lighthouse-'));
  const shop = spawn(process.execPath, ['scripts/start.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', SANDBOX: 'empty' },
  });
  const ended = once(shop, 'exit');
  async function stop() {
    shop.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  }
  try {
    await answering(`${origin}/healthz`, shop);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin,
    stop,
    signInBuyer: () => signInBuyer(origin),
    orderOnce: (kept) => orderOnce(origin, kept),
    findAgentLink: () => findAgentLink(origin),
  };
}

function sleep(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function answering(url, shop) {
  for (let second = 0; second < MOST_SECONDS; second += 1) {
    if (shop.exitCode !== null) break;
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(1_000);
  }
  throw new Error('The shop did not start');
}

/** What pages keep in local storage while the sandbox's buyer is signed in. */
async function signInBuyer(origin) {
  const { sign_ins: people } = await ask(`${origin}/api/sandbox`);
  const { username, password } = people.find(({ role }) => role === 'buyer');
  const state = await ask(`${origin}/api/auth/login`, { username, password });
  return JSON.stringify({ state, version: 1 });
}

/** Where the sandbox agent's link leads a visitor on a phone. */
async function findAgentLink(origin) {
  const { sign_ins: people } = await ask(`${origin}/api/sandbox`);
  const { username, password } = people.find(({ role }) => role === 'agent');
  const { token } = await ask(`${origin}/api/auth/login`, { username, password });
  const { promotion_code: code } = await ask(`${origin}/api/agents/own`, undefined, token);
  return `/login?redirect=%2Fmobile%2Findex&promotion_code=${code}`;
}

/** Tops the signed-in buyer up and orders one account of the first product; returns the path of its page. */
async function orderOnce(origin, kept) {
  const { token } = JSON.parse(kept).state;
  const topUp = await ask(`${origin}/api/recharges`, { type: 'TRON', amount: '50' }, token);
  const { wallet_address: to, pay_amount: amount, order_id: id } = topUp;
  await ask(`${origin}/api/sandbox/transfers`, { type: 'TRON', to, amount });
  for (
    let second = 0;
    (await ask(`${origin}/api/recharges/${id}`, undefined, token)).status !== 'successful';
  ) {
    if ((second += 1) > MOST_SECONDS) throw new Error('The top-up was not credited');
    await sleep(1_000);
  }
  const { items } = await ask(`${origin}/api/goods?in_stock=true`);
  await ask(`${origin}/api/orders`, { goods_id: items[0].id, quantity: 1 }, token);
  return `/product/${items[0].slug}`;
}

async function ask(url, body, token) {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const { code, message, data } = await (await fetch(url, init)).json();
  if (code !== 200) throw new Error(`${url}: ${message}`);
  return data;
}
