import { create2PrefixOf, parseAddress } from '@portside/chain';
import { depositFactoryCode } from '@portside/checkout';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { createOwnDatabase } from '../testing/database-copies.ts';
import { isOnPostgres } from '../testing/world.ts';
import { refuseProduction } from './rehearse.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/portside.js');
const LONG = 300_000;

test('a rehearsal is refused where the settings of a production are at hand', () => {
  expect(() => refuseProduction({ DATABASE_URL: 'postgresql://localhost/play', PORT: '3000' })).not.toThrow();
  for (const name of ['CREDENTIALS_KEYS', 'SMTP_URL', 'ETH_RPC_URLS', 'TRON_RPC_URLS'])
    expect(
      () => refuseProduction({ DATABASE_URL: 'postgresql://localhost/portside', [name]: 'x' }),
      name,
    ).toThrow(`settings of a production: ${name}`);
});

async function startRehearsal() {
  const folder = mkdtempSync(join(tmpdir(), 'portside-rehearsal-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true, force: true }));
  const port = String(await freePort());
  const env: NodeJS.Dict<string> = { PATH: process.env['PATH'], DATA_DIR: folder, PORT: port };
  if (isOnPostgres) {
    const own = await createOwnDatabase(process.env['TEST_DATABASE_URL']!, { isMigrated: false });
    atEndOfFile(own.drop);
    env['DATABASE_URL'] = own.url;
  }
  const child = spawn(process.execPath, [PROGRAM, 'rehearse'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  atEndOfFile(async () => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const ended = once(child, 'exit');
  /** Until a line of that kind is printed; the line. */
  const told = async (kind: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => kind.test(line));
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(lines.join('\n'));
      await Promise.race([once(reader, 'line'), ended]);
    }
  };
  return { folder, port, child, ended, lines, told };
}

const codeAt = async (url: string, address: string): Promise<string> => {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) });
  return ((await answer.json()) as { result: string }).result;
};

test(
  'a rehearsal shows all a payment method needs, loses a node on request, pays, and stops',
  { timeout: LONG },
  async () => {
    const { folder, port, child, ended, lines, told } = await startRehearsal();
    await told(/start NETWORK/);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    const start = lines.indexOf(lines.find((line) => line.startsWith('  BSC: chain '))!);
    const shown = (name: string): string =>
      lines
        .slice(start)
        .find((line) => line.trim().startsWith(name))!
        .trim()
        .slice(name.length)
        .trim();
    const chainId = Number(lines[start]!.split(' ').at(-1));
    const factory = parseAddress('BSC', shown('factory'));
    const treasury = parseAddress('BSC', shown('wallet'));
    const published = depositFactoryCode({ prefix: create2PrefixOf('BSC', chainId), factory, treasury });
    const [first, second] = [shown('node 1'), shown('node 2')];
    expect(first).not.toBe(second);
    for (const url of [first, second]) expect(await codeAt(url, factory)).toBe(published);

    const type = (line: string): boolean => child.stdin.write(`${line}\n`);
    type('stop BSC 2');
    await told(/BSC node 2 is off/);
    await expect(codeAt(second, factory)).rejects.toThrow();
    expect(await codeAt(first, factory)).toBe(published);
    type('start BSC 2');
    await told(/BSC node 2 is on/);
    expect(await codeAt(second, factory)).toBe(published);
    type(`pay BSC ${shown('wallet')} 5.000001`);
    await told(/^ {2}sent: 0x[0-9a-f]{64}$/);
    type('pay BSC nowhere 5');
    await told(/not done: /);

    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    // The chains have saved and ended, too.
    expect(existsSync(join(folder, 'chains', 'lock'))).toBe(false);
    await expect(codeAt(first, factory)).rejects.toThrow();
  },
);
