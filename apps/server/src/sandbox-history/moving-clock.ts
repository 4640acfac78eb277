import type { Clock } from '../platform/clock.ts';

/** A clock that stands still at moments of the past while a history is made, and goes with another one otherwise. */
export class MovingClock implements Clock {
  readonly #present: Clock;
  #at: Date | null = null;

  constructor(present: Clock) {
    this.#present = present;
  }

  now(): Date {
    return this.#at ?? this.#present.now();
  }

  moveTo(at: Date): void {
    this.#at = at;
  }

  goOn(): void {
    this.#at = null;
  }
}
