import { join } from 'node:path';
import type { ImportEntry } from '../load/journal.ts';
import type { ImportOrder } from './import-process.ts';
import { runScript } from '../run-script.ts';
import type { Trial } from '../trial-type.ts';

const SCRIPT = join(import.meta.dirname, 'import-process.ts');
/** More than one step of an import, so that a kill between two of them is met. */
const LINES = 6_000;

/**
 * Imports new lines in a process that kills itself at that point, then the same file again, as an operator
 * does after no report. Returns whether the process was killed.
 */
export async function importTwice(trial: Trial, crashAt: string): Promise<boolean> {
  const tag = `import-${trial.journal.imports.length}`;
  const entry: ImportEntry = { tag, lines: LINES, isAcknowledged: false };
  trial.journal.imports.push(entry);
  const order = { goodsId: trial.random.pick(trial.goods.slice(0, 2)), tag, lines: LINES };
  const first = await runImport(trial, { ...order, crashAt });
  const second = await runImport(trial, { ...order, crashAt: null });
  if (second === null || second.added + second.duplicates !== LINES)
    trial.journal.contradictions.push(`import ${tag} reports ${JSON.stringify(second)}`);
  else entry.isAcknowledged = true;
  return first === null;
}

type Report = { readonly added: number; readonly duplicates: number };

/** Null if the process was killed. */
async function runImport(
  { target, keys }: Trial,
  order: Pick<ImportOrder, 'goodsId' | 'tag' | 'lines' | 'crashAt'>,
): Promise<Report | null> {
  const { kind, dataDir, databaseUrl } = target;
  const input: ImportOrder = { target: { kind, dataDir, databaseUrl }, keys, ...order };
  const report = await runScript(SCRIPT, input);
  return report === null ? null : (JSON.parse(report) as Report);
}
