type Timer = { readonly dueAt: number; readonly fire: () => void };

/** Idle turns of the event loop before a timer fires. */
const QUIET_TURNS = 2;

/**
 * Timers without waiting: each fires, in order, as soon as nothing else can run. A hanging node costs no time, and its
 * timeout always comes at the same point of a run.
 */
export class VirtualTime {
  #now = 0;
  #lastId = 0;
  #timers = new Map<number, Timer>();
  #isPumping = false;
  #isTouched = false;

  /** Replaces the process's timers while `step` runs, and fires all of them afterwards. */
  async during<T>(step: () => Promise<T>): Promise<T> {
    const own = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
    const setVirtual = (callback: () => void, ms = 0): number => this.#add(callback, ms);
    const clearVirtual = (id: number): void => this.#remove(id);
    Object.assign(globalThis, { setTimeout: setVirtual, clearTimeout: clearVirtual });
    try {
      const result = await step();
      while (this.#timers.size > 0) await nextTurn();
      return result;
    } finally {
      Object.assign(globalThis, own);
    }
  }

  /** Suspends all pending timers, as for a frozen process; the result restores them. */
  suspend(): () => void {
    const waiting = this.#timers;
    this.#timers = new Map();
    return () => {
      for (const [id, timer] of waiting) this.#timers.set(id, timer);
      this.#pump();
    };
  }

  #add(fire: () => void, ms: number): number {
    this.#lastId += 1;
    this.#timers.set(this.#lastId, { dueAt: this.#now + ms, fire });
    this.#isTouched = true;
    this.#pump();
    return this.#lastId;
  }

  #remove(id: number): void {
    this.#isTouched = true;
    this.#timers.delete(id);
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (let quiet = 0; this.#timers.size > 0; quiet += 1) {
      await nextTurn();
      if (this.#isTouched) quiet = 0;
      this.#isTouched = false;
      if (quiet >= QUIET_TURNS) this.#fireNext();
    }
    this.#isPumping = false;
  }

  #fireNext(): void {
    const [next] = [...this.#timers].toSorted(([, one], [, other]) => one.dueAt - other.dueAt);
    if (!next) return;
    const [id, { dueAt, fire }] = next;
    this.#timers.delete(id);
    this.#now = Math.max(this.#now, dueAt);
    fire();
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
