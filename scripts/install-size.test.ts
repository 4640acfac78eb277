import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The size of production's packages, as `npm ci --omit=dev --workspace @portside/server` and deploy/trim-packages.sh
 * leave them: npm says which of the installed ones belong to it.
 */
const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const MB = 1_000_000;
/** With the base image, PostgreSQL's client and the shop itself, the image must stay under 350 MB. */
const MOST_MB = 230;

function listProduction(): string[] {
  // By the lockfile, since the folder may hold other packages.
  const args = [
    'ls',
    '--package-lock-only',
    '--omit=dev',
    '--all',
    '--parseable',
    '--include-workspace-root',
  ];
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { stdout } = spawnSync('npm', [...args, '--workspace', '@portside/server'], options);
  const paths = [...new Set(stdout.split('\n'))].filter((path) => path.startsWith(`${modules}/`));
  // Other systems' packages are not installed, and the shop's own are links to their sources.
  return paths.filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink());
}

/** Hard-links every file of a package into another folder, without nested packages, which are listed separately. */
function linkPackage(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) linkSync(source, target);
    else if (entry.name !== 'node_modules') linkPackage(source, target);
  }
}

function weigh(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}

test("a production's packages are few, and have no local chain, browser or build tool among them", () => {
  // Hard links need the same disk.
  const folder = mkdtempSync(join(modules, '.production-'));
  try {
    const packages = listProduction();
    expect(packages.length).toBeGreaterThan(100);
    const names = packages.map((path) => relative(modules, path));
    for (const name of ['@foundry-rs/anvil', 'playwright', 'vite', 'vitest', 'tronweb', 'react', 'oxlint'])
      expect(names).not.toContain(name);
    for (const path of packages) {
      const target = join(folder, relative(modules, path));
      mkdirSync(dirname(target), { recursive: true });
      linkPackage(path, target);
    }
    const whole = weigh(folder) / MB;
    execFileSync('sh', [join(root, 'deploy/trim-packages.sh'), folder]);
    const trimmed = weigh(folder) / MB;
    process.stdout.write(
      `a production's packages: ${Math.round(whole)} MB, trimmed ${Math.round(trimmed)} MB\n`,
    );
    expect(trimmed).toBeLessThan(MOST_MB);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
