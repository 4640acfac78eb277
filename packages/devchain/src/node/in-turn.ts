/** Runs one task after the other, in the order they came. A task that fails does not stop the next. */
export type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}
