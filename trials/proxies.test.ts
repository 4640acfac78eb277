import type { Chain } from '@portside/contract';
import { startDevchainProcess, type Devchain } from '@portside/devchain';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { setPaymentMethod } from '../apps/server/src/features/payment-methods/index.ts';
import { atEndOfFile } from '../apps/server/src/testing/end-of-file.ts';
import { buildPages } from '../scripts/test/build-pages.ts';
import { freePort } from '../scripts/test/free-port.ts';
import { waitUntil } from './setup/faults/fault.ts';
import { withShop } from './setup/open-shop.ts';
import { randomSecret } from './setup/random.ts';
import { startServer } from './setup/server.ts';
import { copyTables, newFolder } from './setup/target.ts';

/**
 * A production shop behind the proxies of deploy/, with one bad node on each network: the proxies must keep it on the
 * air. Skipped for a proxy that is not installed.
 */

const ROOT = join(import.meta.dirname, '..');
const HERE = '127.0.0.1';

/** What is wrong with one of the three nodes of each of these networks. */
const BROKEN = {
  ETH: (response: ServerResponse) => response.writeHead(429).end('slow down'),
  BSC: (response: ServerResponse) => response.writeHead(500).end('out of order'),
  // Never answers.
  POLYGON: () => undefined,
} as const;
const NETWORKS = ['ETH', 'BSC', 'POLYGON'] as const;

type Told = { readonly status: number; readonly data: { readonly chains: readonly Chain[] } | null };

let folder = '';
let port = 0;

function has(program: string, ...args: string[]): boolean {
  if (spawnSync(program, args).error === undefined) return true;
  process.stderr.write(`skipped: a shop behind ${program}, which is not installed\n`);
  return false;
}

beforeAll(async () => {
  await buildPages();
  folder = mkdtempSync(join(tmpdir(), 'portside-proxies-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true }));
  const chains = await startDevchainProcess();
  atEndOfFile(() => chains.stop());
  await startShop(chains);
  // The shop gives up a silent node after ten seconds. The tests report an answer that is not one.
  const isTold = ({ status, data }: Told): boolean =>
    status !== 200 ||
    NETWORKS.every((network) => problemsIn(data).some(([name]) => name === `${network} node 3`));
  await waitUntil('each network has a node with a problem', 60_000, async () => isTold(await askReadiness()));
});

/** With an embedded database: it stands for the one process that is up while the other restarts. */
async function startShop({ chains }: Devchain): Promise<void> {
  const target = newFolder(null);
  atEndOfFile(async () => target.remove());
  await copyTables(target);
  const keys = { credentials: randomSecret(), fingerprint: randomSecret() };
  await withShop(target, keys, async (ctx) => {
    for (const type of NETWORKS) {
      const { chainId, contractAddress, walletAddress, checkoutAddress } = chains[type];
      const method = { type, chainId, contractAddress, walletAddress, checkoutAddress };
      await setPaymentMethod(ctx, { ...method, nodesOnLoopback: true });
    }
  });
  const nodes: Record<string, string> = {};
  for (const type of NETWORKS) {
    const broken = await listenHere((_, response) => BROKEN[type](response));
    nodes[`${type}_RPC_URLS`] =
      `${chains[type].rpcUrl},${chains[type].rpcUrl}?second,http://${HERE}:${broken}`;
  }
  port = await freePort();
  const environment = {
    ...nodes,
    DATA_DIR: target.dataDir,
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: `smtp://${HERE}:1`,
    MAIL_FROM: 'shop@example.test',
    CREDENTIALS_KEYS: `k1:${keys.credentials}`,
    FINGERPRINT_KEY: keys.fingerprint,
    OWNER_USERNAME: 'owner',
    OWNER_EMAIL: 'owner@example.test',
    OWNER_PASSWORD: randomSecret(),
    TRUSTED_PROXIES: '127.0.0.1,::1',
  };
  const server = await startServer({ environment, port, logFile: join(folder, 'server.log') });
  atEndOfFile(() => server.stop());
}

/** Listens on a free port until the file ends; the port. */
async function listenHere(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, HERE);
  await once(server, 'listening');
  atEndOfFile(async () => (server.closeAllConnections(), server.close()));
  return (server.address() as AddressInfo).port;
}

/** Starts a proxy in the foreground; it is killed when the file ends. */
function startProxy(program: string, args: readonly string[]): void {
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  atEndOfFile(async () => {
    child.kill('SIGTERM');
    await ended;
  });
}

const statusAt = (at: number, path: string): Promise<number> =>
  fetch(`http://${HERE}:${at}${path}`).then(
    async (answer) => (await answer.arrayBuffer(), answer.status),
    () => 0,
  );

/** As a program on the same machine. */
async function askReadiness(headers: Record<string, string> = {}): Promise<Told> {
  const answer = await fetch(`http://${HERE}:${port}/readyz`, { headers });
  return { status: answer.status, data: ((await answer.json()) as Pick<Told, 'data'>).data };
}

const replaced = (text: string, changes: readonly (readonly [from: RegExp, to: string])[]): string =>
  changes.reduce((changed, [from, to]) => {
    expect(changed, String(from)).toMatch(from);
    return changed.replaceAll(new RegExp(from, 'gm'), to);
  }, text);

/** What a visitor gets of a page, a call and the readiness. */
async function expectVisited(proxy: number): Promise<void> {
  await expect.poll(() => statusAt(proxy, '/api/site-config')).toBe(200);
  for (const path of ['/', '/api/goods', '/readyz'])
    expect([path, await statusAt(proxy, path)]).toEqual([path, 200]);
}

/** Node and problem; on a busy machine the good nodes may be slow, too. */
const problemsIn = (data: Told['data']): [name: string, code: string][] =>
  (data?.chains ?? []).flatMap(({ nodes }) => nodes.map(({ name, problem }) => [name, problem.code]));

test('a program on this machine is told of the problem, and that the shop is ready', async () => {
  expect((await askReadiness()).status).toBe(200);
  const broken = [
    ['ETH node 3', 'nodeLimited'],
    ['BSC node 3', 'nodeUnreachable'],
    ['POLYGON node 3', 'nodeSlow'],
  ];
  await expect
    .poll(async () => problemsIn((await askReadiness()).data))
    .toEqual(expect.arrayContaining(broken));
});

test.skipIf(!has('curl', '--version'))('the loop that upgrades goes on', async () => {
  const text = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const [, wait] = /^ *timeout 60 (sh -c "until .*readyz.*done") \|\| break$/m.exec(text)!;
  const env = { ...process.env, port: String(port) };
  await promisify(execFile)('sh', ['-c', `timeout 30 ${wait}`], { env });
});

test.skipIf(!has('caddy', 'version'))('Caddy keeps it on the air', async () => {
  const proxy = await freePort();
  const checks: IncomingMessage[] = [];
  // The other process, restarting; it records how it is asked.
  const other = await listenHere((request, response) => {
    checks.push(request);
    response.writeHead(503).end();
  });
  const file = join(folder, 'Caddyfile');
  const site = replaced(readFileSync(join(ROOT, 'deploy/Caddyfile'), 'utf8'), [
    [/^shop\.example \{/m, `{\n\tadmin off\n\tdefault_bind ${HERE}\n}\nhttp://${HERE}:${proxy} {`],
    [/127\.0\.0\.1:3001/, `${HERE}:${port}`],
    [/127\.0\.0\.1:3002/, `${HERE}:${other}`],
  ]);
  writeFileSync(file, site);
  startProxy('caddy', ['run', '--config', file, '--adapter', 'caddyfile']);
  // Caddy trusts both until it has checked them.
  await expect.poll(() => checks.length).toBeGreaterThan(1);
  await expectVisited(proxy);
  const asked = checks.at(-1)!;
  expect(asked.url).toBe('/readyz');
  expect(asked.headers).not.toHaveProperty('x-forwarded-for');
  expect((await askReadiness({ 'user-agent': asked.headers['user-agent']! })).status).toBe(200);
});

test.skipIf(!has('nginx', '-v'))('nginx keeps it on the air', async () => {
  const [proxy, plain] = [await freePort(), await freePort()];
  const site = replaced(readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8'), [
    [/^\tlisten \[::\]:.*\n/m, ''],
    [/listen 80;/, `listen ${HERE}:${plain};`],
    [/listen 443 ssl http2;/, `listen ${HERE}:${proxy};`],
    [/^\tssl_.*\n/m, ''],
    [/127\.0\.0\.1:3001/, `${HERE}:${port}`],
    [/127\.0\.0\.1:3002/, `${HERE}:${await freePort()}`],
  ]);
  mkdirSync(join(folder, 'temp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp')};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  startProxy('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;']);
  await expectVisited(proxy);
});
