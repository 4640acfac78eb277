import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../testing/end-of-file.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/portside.js');
const folder = mkdtempSync(join(tmpdir(), 'portside-command-'));
atEndOfFile(async () => rmSync(folder, { recursive: true }));

function portside(args: readonly string[], settings: NodeJS.Dict<string> = {}) {
  const env = { PATH: process.env['PATH'], ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('every command is listed, and an unknown one is refused', () => {
  const { status, stdout } = portside(['help']);
  expect(status).toBe(0);
  for (const name of [
    'serve',
    'migrate',
    'doctor',
    'owner',
    'sweep',
    'contracts',
    'keys',
    'backup',
    'restore',
    'rehearse',
  ])
    expect(stdout).toContain(`portside ${name}`);
  expect(portside([])).toMatchObject({ status: 1 });
  expect(portside(['toString'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no such command'),
  });
  expect(portside(['backup', '--loud'])).toMatchObject({
    status: 1,
    stderr: expect.not.stringContaining('    at '),
  });
});

test('what is missing is named without a stack', () => {
  const mistakes: [args: string[], message: string, settings?: NodeJS.Dict<string>][] = [
    [['serve'], 'PUBLIC_URL', { DATABASE_URL: 'postgresql://localhost/x' }],
    [['owner'], 'portside owner make'],
    [['owner', 'make', 'root'], 'e-mail address'],
    [['owner', 'remove', 'root'], 'no such command'],
    [['restore', 'nowhere'], 'DATABASE_URL'],
    [['doctor', '--mail-to', 'root'], 'not an e-mail address'],
    [['sweep'], 'portside sweep list'],
    [['sweep', 'send', 'list.csv'], '--node URL'],
    [['sweep', 'send', '-', '--node', 'http://localhost:1'], 'OPERATOR_KEY'],
    [['contracts', 'deploy'], 'portside contracts deploy factory'],
    [['migrate'], 'embedded'],
  ];
  for (const [args, message, settings] of mistakes) {
    const { status, stderr } = portside(args, settings);
    expect(status, args.join(' ')).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('.ts:');
  }
});
