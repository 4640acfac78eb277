import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MOST_SECONDS = 120;
const root = join(import.meta.dirname, '../..');

/** The built shop in a sandbox of its own. */
export async function startShop() {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
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
  return { origin, stop, signInBuyer: () => signInBuyer(origin) };
}

async function answering(url, shop) {
  for (let second = 0; second < MOST_SECONDS; second += 1) {
    if (shop.exitCode !== null) break;
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
  }
  throw new Error('The shop did not start');
}

/** What the pages keep in local storage when the sandbox's buyer is signed in. */
async function signInBuyer(origin) {
  const { sign_ins: people } = await ask(`${origin}/api/sandbox`);
  const { username, password } = people.find(({ role }) => role === 'buyer');
  const state = await ask(`${origin}/api/auth/login`, { username, password });
  return JSON.stringify({ state, version: 1 });
}

async function ask(url, body) {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const { code, message, data } = await (await fetch(url, init)).json();
  if (code !== 200) throw new Error(`${url}: ${message}`);
  return data;
}
