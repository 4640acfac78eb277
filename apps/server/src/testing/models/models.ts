import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The shop and a small model of a part of it, which must give the same answers and end in the same state. */
export type ModelSpec<State, Command, World> = {
  /** Commands in order; some that belong together reach states that single ones rarely reach. */
  readonly sequences: fc.Arbitrary<readonly Command[]>;
  /** Groups in order; the commands of a group run concurrently. */
  readonly races: fc.Arbitrary<readonly (readonly Command[])[]>;
  /** Commands to run after a race: a job that skipped locked rows finds them at its next run. */
  readonly afterwards: (race: readonly Command[]) => readonly Command[];
  readonly start: State;
  /**
   * Applies the command to the state, in place, and returns its answer. `seen` is the shop's answer, for what only the
   * shop can choose.
   */
  step(state: State, command: Command, seen: unknown): unknown;
  open(): Promise<World>;
  execute(world: World, command: Command): Promise<unknown>;
  /** The state of the database, in the form of `view`. */
  read(world: World): Promise<unknown>;
  view(state: State, world: World): unknown;
};

const MAX_SEQUENCES = 16;
const MAX_STEPS = 10;

/** Runs commands in order and compares the database after each. */
export function checkSequences<S, C, W>(
  spec: ModelSpec<S, C, W>,
  testFile: string,
  runs: number,
): Promise<void> {
  class Step implements fc.AsyncCommand<{ state: S }, W> {
    readonly sequence: readonly C[];
    constructor(sequence: readonly C[]) {
      this.sequence = sequence;
    }
    check = (): boolean => true;
    async run(model: { state: S }, world: W): Promise<void> {
      for (const command of this.sequence) {
        const seen = await spec.execute(world, command);
        expect(seen, print(command)).toEqual(spec.step(model.state, command, seen));
        expect(await spec.read(world), `after ${print(command)}`).toEqual(spec.view(model.state, world));
      }
    }
    toString = (): string => this.sequence.map(print).join(' ');
  }
  const steps = fc.commands([spec.sequences.map((sequence) => new Step(sequence))], {
    maxCommands: MAX_SEQUENCES,
    size: 'max',
  });
  const property = fc.asyncProperty(steps, (commands) =>
    fc.asyncModelRun(
      async () => ({ model: { state: structuredClone(spec.start) }, real: await spec.open() }),
      commands,
    ),
  );
  return assertKept(testFile, 'sequences', property, runs);
}

/**
 * Runs commands concurrently: the shop's answers and final state must be those of the model for some order of the
 * commands (linearizability).
 */
export function checkRaces<S, C, W>(spec: ModelSpec<S, C, W>, testFile: string, runs: number): Promise<void> {
  const alone = spec.sequences.map((sequence) => sequence.map((command) => [command]));
  const step = fc.oneof({ weight: 1, arbitrary: alone }, { weight: 2, arbitrary: spec.races });
  const steps = fc.array(step, { maxLength: MAX_STEPS, size: 'max' }).map((groups) => groups.flat());
  const property = fc.asyncProperty(steps, async (groups) => {
    const world = await spec.open();
    let state = structuredClone(spec.start);
    for (const group of groups) {
      const seen = await Promise.all(group.map((command) => spec.execute(world, command)));
      const afterwards = spec.afterwards(group);
      for (const command of afterwards) await spec.execute(world, command);
      const left = await spec.read(world);
      const answered = group.map((command, index) => ({ command, seen: seen[index] }));
      const next = findOrder(spec, state, answered, (end) => {
        for (const command of afterwards) spec.step(end, command, undefined);
        return isDeepStrictEqual(spec.view(end, world), left);
      });
      if (next === null)
        throw new Error(
          `in no order of these is this the outcome: ${print(answered)}\nbefore: ${print(spec.view(state, world))}\nafter: ${print(left)}`,
        );
      state = next;
    }
  });
  return assertKept(testFile, 'races', property, runs);
}

type Answered<C> = { readonly command: C; readonly seen: unknown };

/** The final state of an order of commands that explains every answer; null if there is none. */
function findOrder<S, C, W>(
  spec: ModelSpec<S, C, W>,
  state: S,
  left: readonly Answered<C>[],
  isEnd: (state: S) => boolean,
): S | null {
  if (left.length === 0) return isEnd(state) ? state : null;
  for (const answered of left) {
    const next = structuredClone(state);
    if (!isDeepStrictEqual(spec.step(next, answered.command, answered.seen), answered.seen)) continue;
    const rest = left.filter((one) => one !== answered);
    const end = findOrder(spec, next, rest, isEnd);
    if (end !== null) return end;
  }
  return null;
}

const print = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));

type Kept = { readonly property: string; readonly seed: number; readonly path: string };

/** MODEL_RUNS asks for more than a usual run has time for. */
const RUNS = process.env['MODEL_RUNS'];

/**
 * Asserts a property over new cases, after those that have failed before: they are in `<test>.seeds.json` next to
 * the test, where each failure adds its own. The message of a failure names the seed.
 */
async function assertKept<T>(
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
