/** Whether this process runs the jobs that one process runs for all. */
export type Duty = {
  readonly isOnDuty: boolean;
  /** False where another process has the shop's database that shares nothing with this one. */
  readonly mayServe: boolean;
  /** Calls back each time this process takes over. */
  onTaken(listener: () => void): void;
  /** Calls back each time this process may no longer serve. */
  onApart(listener: () => void): void;
};

/** The only process is always on duty. */
export const ALWAYS_ON_DUTY: Duty = {
  isOnDuty: true,
  mayServe: true,
  onTaken: () => undefined,
  onApart: () => undefined,
};
