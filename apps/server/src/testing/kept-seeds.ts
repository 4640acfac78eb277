import * as fc from 'fast-check';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

type Kept = { readonly property: string; readonly seed: number; readonly path: string };

/** MODEL_RUNS asks for more than a usual run has time for. */
const RUNS = process.env['MODEL_RUNS'];

/**
 * Asserts a property over new cases, after those that have failed before: they are in `<test>.seeds.json` next to
 * the test, where each failure adds its own. The message of a failure names the seed.
 */
export async function assertKept<T>(
  testFile: string,
  name: string,
  property: fc.IAsyncProperty<T>,
  numRuns: number,
): Promise<void> {
  const file = testFile.replace(/\.test\.ts$/, '.seeds.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept[]) : [];
  for (const { seed, path } of kept.filter((one) => one.property === name))
    await fc.assert(property, { seed, path, numRuns: 1 });
  const found = await fc.check(property, { numRuns: RUNS === undefined ? numRuns : Number(RUNS) });
  if (!found.failed) return;
  // The case as it was drawn; it is shrunk again only when it is run.
  const failure = { property: name, seed: found.seed, path: found.counterexamplePath!.split(':')[0]! };
  writeFileSync(file, `${JSON.stringify([...kept, failure], null, 2)}\n`);
  throw new Error(fc.defaultReportMessage(found), { cause: found.errorInstance });
}
