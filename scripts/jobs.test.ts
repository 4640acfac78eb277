import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const source = execFileSync('git', ['ls-files', 'apps/server/src/features', 'apps/server/src/platform'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map(read)
  .join('\n');

/** `name: 'send mail'` or `name: followJobName(network)`, the first one after the head of the function. */
function nameFrom(create: string): string {
  const start = source.search(new RegExp(`export (?:const|function) ${create}\\b`));
  const [, name, call] = /\bname: (?:'([^']+)'|(\w+)\(network\))/.exec(source.slice(start))!;
  if (name !== undefined) return name;
  const [, pattern] = new RegExp(`const ${call} = \\(network: Network\\): string => \`([^\`]+)\``).exec(
    source,
  )!;
  return pattern!.replace('${network}', 'NETWORK');
}

test('the documents list every job by its name', () => {
  const composed = read('apps/server/src/compose/app-jobs.ts');
  const started = [
    ...[...composed.matchAll(/\brepeat\(\s*'([^']+)'/g)].map(([, name]) => name!),
    ...[...composed.matchAll(/jobs\.start\(\s*(create\w+)\(/g)].map(([, create]) => nameFrom(create!)),
  ];
  const [section] = /^## Jobs\n[\s\S]*?(?=^## )/m.exec(read('docs/operating.md'))!;
  const listed = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!);
  expect(started.length).toBeGreaterThan(30);
  expect(listed.toSorted()).toEqual(started.toSorted());
});
