import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { assertKept } from './kept-seeds.ts';

/** The shop and a small model of a part of it, which must answer every command alike and end up alike. */
export type Machine<State, Command, World> = {
  /** A few commands, one after the other; those that belong together lead where single ones rarely do. */
  readonly passages: fc.Arbitrary<readonly Command[]>;
  /** Groups one after the other; the commands of a group are given at once. */
  readonly meetings: fc.Arbitrary<readonly (readonly Command[])[]>;
  /** What is done after a meeting: a job that passed over what was locked finds it at its next run. */
  readonly afterwards: (meeting: readonly Command[]) => readonly Command[];
  readonly start: State;
  /**
   * What the command makes of the state, and its answer; changes the state it is given. `seen` is the shop's
   * answer, for what only the shop can choose.
   */
  step(state: State, command: Command, seen: unknown): unknown;
  open(): Promise<World>;
  carryOut(world: World, command: Command): Promise<unknown>;
  /** The state of the database, as `view` shows the model's. */
  read(world: World): Promise<unknown>;
  view(state: State, world: World): unknown;
};

const MOST_PASSAGES = 16;
const MOST_STEPS = 10;

/** One command after the other; the database is compared after each. */
export function checkSequences<S, C, W>(
  machine: Machine<S, C, W>,
  testFile: string,
  runs: number,
): Promise<void> {
  class Step implements fc.AsyncCommand<{ state: S }, W> {
    readonly passage: readonly C[];
    constructor(passage: readonly C[]) {
      this.passage = passage;
    }
    check = (): boolean => true;
    async run(model: { state: S }, world: W): Promise<void> {
      for (const command of this.passage) {
        const seen = await machine.carryOut(world, command);
        expect(seen, print(command)).toEqual(machine.step(model.state, command, seen));
        expect(await machine.read(world), `after ${print(command)}`).toEqual(
          machine.view(model.state, world),
        );
      }
    }
    toString = (): string => this.passage.map(print).join(' ');
  }
  const steps = fc.commands([machine.passages.map((passage) => new Step(passage))], {
    maxCommands: MOST_PASSAGES,
    size: 'max',
  });
  const property = fc.asyncProperty(steps, (commands) =>
    fc.asyncModelRun(
      async () => ({ model: { state: structuredClone(machine.start) }, real: await machine.open() }),
      commands,
    ),
  );
  return assertKept(testFile, 'sequences', property, runs);
}

/**
 * Commands that meet: what the shop answered to all of them, and what is left, must be what the model gives in
 * some order of them.
 */
export function checkMeetings<S, C, W>(
  machine: Machine<S, C, W>,
  testFile: string,
  runs: number,
): Promise<void> {
  const alone = machine.passages.map((passage) => passage.map((command) => [command]));
  const step = fc.oneof({ weight: 1, arbitrary: alone }, { weight: 2, arbitrary: machine.meetings });
  const steps = fc.array(step, { maxLength: MOST_STEPS, size: 'max' }).map((groups) => groups.flat());
  const property = fc.asyncProperty(steps, async (groups) => {
    const world = await machine.open();
    let state = structuredClone(machine.start);
    for (const group of groups) {
      const seen = await Promise.all(group.map((command) => machine.carryOut(world, command)));
      const afterwards = machine.afterwards(group);
      for (const command of afterwards) await machine.carryOut(world, command);
      const left = await machine.read(world);
      const met = group.map((command, index) => ({ command, seen: seen[index] }));
      const next = findOrder(machine, state, met, (end) => {
        for (const command of afterwards) machine.step(end, command, undefined);
        return isDeepStrictEqual(machine.view(end, world), left);
      });
      if (next === null)
        throw new Error(
          `in no order of these is this the outcome: ${print(met)}\nbefore: ${print(machine.view(state, world))}\nafter: ${print(left)}`,
        );
      state = next;
    }
  });
  return assertKept(testFile, 'meetings', property, runs);
}

type Met<C> = { readonly command: C; readonly seen: unknown };

/** The state at the end of an order of commands that explains every answer; null where there is none. */
function findOrder<S, C, W>(
  machine: Machine<S, C, W>,
  state: S,
  left: readonly Met<C>[],
  isEnd: (state: S) => boolean,
): S | null {
  if (left.length === 0) return isEnd(state) ? state : null;
  for (const met of left) {
    const next = structuredClone(state);
    if (!isDeepStrictEqual(machine.step(next, met.command, met.seen), met.seen)) continue;
    const rest = left.filter((one) => one !== met);
    const end = findOrder(machine, next, rest, isEnd);
    if (end !== null) return end;
  }
  return null;
}

const print = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
