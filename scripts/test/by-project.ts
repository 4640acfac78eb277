import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './parse-arguments.ts';

/** Keeps the files of a project together; TEST_SEED shuffles them within it. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env['TEST_SEED'];
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of arrays
    const ordered = seed === undefined ? await super.sort(files) : shuffle(files, seed);
    return ordered.toSorted((a, b) => a.project.name.localeCompare(b.project.name));
  }
}

/** The same order for the same seed and files. */
function shuffle(files: readonly TestSpecification[], seed: string): TestSpecification[] {
  const placeOf = ({ moduleId }: TestSpecification): string =>
    createHash('sha256')
      .update(`${seed} ${relative(ROOT, moduleId)}`)
      .digest('hex');
  return files
    .map((file) => ({ file, place: placeOf(file) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ file }) => file);
}
