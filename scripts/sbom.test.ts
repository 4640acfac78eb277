import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { createBom, type Bom } from './sbom.ts';

const root = join(import.meta.dirname, '..');
const bom = createBom();
const names = new Set(bom.components.map(({ name }) => name));

/** Licences that require attribution only. Any other is the operator's decision, not an update's. */
const PERMISSIVE = new Set([
  'Unlicense',
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Python-2.0',
  'PSF-2.0',
]);

/** Fonts: the licence allows shipping them unchanged and embedding them in documents. */
const FONTS = new Set(['@embedpdf/fonts-sc: OFL-1.1']);

/** One side of "A OR B" must be permissive, both sides of "A AND B". */
const isPermissive = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.has(one)));

test('the command writes the bill of materials, the same one every time', () => {
  const file = join(root, 'scripts/sbom.ts');
  const written = execFileSync(process.execPath, [file], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  expect(JSON.parse(written) as Bom).toEqual(bom);
  expect(bom.components.length).toBeGreaterThan(200);
});

test('each package stands in it once, with its version, licence and hash', () => {
  for (const { name, version, purl, licenses, hashes } of bom.components) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect([name, licenses[0].expression]).toEqual([name, expect.stringMatching(/\w/)]);
    expect([name, hashes[0]!.content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)]);
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@/);
  }
  const refs = bom.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual(
    [],
  );
});

/** What the shipped code imports, found by a parser: independent of how the bill is made. */
function listImports(pattern: string): string[] {
  // Catching mails is for development only, with what is installed for that.
  const files = globSync(pattern, { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|\/catch-mails\.ts$|\.d\.ts$/.test(file),
  );
  const specifiers = files.flatMap((file) => {
    const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    return module.staticImports.map((one) => one.moduleRequest.value);
  });
  return (
    specifiers
      // The build makes virtual modules from packages that are listed themselves.
      .filter((one) => !/^(\.|virtual:|@portside\/)/.test(one) && !isBuiltin(one))
      .map((one) =>
        one
          .split('/')
          .slice(0, one.startsWith('@') ? 2 : 1)
          .join('/'),
      )
  );
}

test.each([
  'apps/server/src/**/*.ts',
  'apps/web/src/**/*.{ts,tsx}',
  'packages/{accounts,chain,contract}/src/**/*.ts',
])('everything that %s imports is listed', (pattern) => {
  expect([...new Set(listImports(pattern))].filter((name) => !names.has(name))).toEqual([]);
});

test('what only builds, tests or formats is not listed', () => {
  for (const tool of ['vite', 'vitest', '@playwright/test', 'oxlint', 'typescript', 'oxc-transform-react'])
    expect([tool, names.has(tool)]).toEqual([tool, false]);
});

test('every licence is a permissive one', () => {
  const others = bom.components.filter(({ licenses }) => !isPermissive(licenses[0].expression));
  const named = others.map(({ name, licenses }) => `${name}: ${licenses[0].expression}`);
  expect(named.filter((one) => !FONTS.has(one))).toEqual([]);
});
