import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeHosts, whyNoHosts, type NamespaceHosts } from '../bench/setup/namespace-hosts.ts';

const whyNot = whyNoHosts();
if (whyNot !== null) process.stderr.write(`skipped: hosts in network namespaces cannot be made: ${whyNot}\n`);

const MODULE = new URL('../bench/setup/namespace-hosts.ts', import.meta.url).href;
const PORT = 4_000;
const LISTEN = `require('node:net').createServer().listen(${PORT}, () => console.log('listening'))`;
const ANSWER_MS = 1_000;

const started: ChildProcess[] = [];
let machines: NamespaceHosts | null = null;
afterEach(() => {
  machines?.remove();
  machines = null;
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Resolves with its first line. */
async function start(program: string, ...args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

async function answers(host: string): Promise<boolean> {
  const socket = connect(PORT, host);
  const answer = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, ANSWER_MS, false)),
  ]);
  socket.destroy();
  return answer;
}

const ip = (...args: string[]): string => spawnSync('ip', args, { encoding: 'utf8' }).stdout;

test.skipIf(whyNot !== null)('a host is out of reach while its cable is out, and runs on', async () => {
  machines = makeHosts(2);
  const [one, other] = machines.hosts;
  await start('ip', 'netns', 'exec', one!.namespace, process.execPath, '-e', LISTEN);
  expect(await answers(one!.inside)).toBe(true);
  // Only this machine reaches it.
  expect(ip('-n', other!.namespace, 'route', 'get', one!.inside)).toBe('');
  one!.plug(false);
  expect(await answers(one!.inside)).toBe(false);
  expect(ip('route', 'get', one!.inside)).toContain(one!.outside);
  one!.plug(true);
  await expect.poll(() => answers(one!.inside)).toBe(true);
});

test.skipIf(whyNot !== null)('hosts go with the process that made them, even if it is killed', async () => {
  const make = `import { spawn } from 'node:child_process';
    import { makeHosts } from '${MODULE}';
    const { hosts } = makeHosts(2);
    spawn('ip', ['netns', 'exec', hosts[0].namespace, 'sleep', '300'], { detached: true });
    console.log(hosts.map(({ namespace, outside }) => namespace + ' ' + outside).join(' '));
    setInterval(() => {}, 1_000);`;
  const line = await start(process.execPath, '--input-type=module', '-e', make);
  const [one, outside, other] = line.split(' ');
  expect(ip('netns', 'list')).toContain(one);
  await expect.poll(() => ip('netns', 'pids', one!)).toMatch(/\d/);
  started[0]!.kill('SIGKILL');
  await expect.poll(() => ip('netns', 'list')).not.toMatch(new RegExp(`${one}|${other}`));
  await expect.poll(() => ip('addr')).not.toContain(`${outside}/`);
});
