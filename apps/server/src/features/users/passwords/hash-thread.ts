import { hashSync, verifySync } from '@node-rs/argon2';
import { parentPort } from 'node:worker_threads';

/** argon2id's costs, as one worker thread computes them. */
export type HashTask =
  | { readonly kind: 'hash'; readonly password: string | Buffer; readonly cost: HashCost }
  | { readonly kind: 'verify'; readonly password: string; readonly passwordHash: string };
type HashCost = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};
export type HashAnswer = { readonly result: string | boolean } | { readonly error: string };
/** The task's number comes back with its answer. */
export type Numbered<T> = { readonly id: number; readonly of: T };

parentPort!.on('message', ({ id, of }: Numbered<HashTask>) =>
  parentPort!.postMessage({ id, of: answer(of) } satisfies Numbered<HashAnswer>),
);

function answer(task: HashTask): HashAnswer {
  try {
    return {
      result:
        task.kind === 'hash'
          ? hashSync(task.password, task.cost)
          : verifySync(task.passwordHash, task.password),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
