/** The only source of time for verbs and jobs, so that tests can control it. */
export type Clock = { now(): Date };

/** The machine's clock, shifted by so many milliseconds. */
export const createClock = (offsetMs: number): Clock => ({ now: () => new Date(Date.now() + offsetMs) });

export const systemClock: Clock = createClock(0);
