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

parentPort!.on('message', (task: HashTask) => parentPort!.postMessage(answer(task)));

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
