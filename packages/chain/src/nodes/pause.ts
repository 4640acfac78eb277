/** A pause that can be ended early. */
export type Pause = { readonly over: Promise<void>; end(): void };

/** A pause of so many milliseconds that can be ended early. */
export function startPause(ms: number): Pause {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return {
    over: promise,
    end() {
      clearTimeout(timer);
      resolve();
    },
  };
}
