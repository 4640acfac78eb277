/** Whether this process runs the jobs that one process runs for all. */
export type Duty = {
  readonly isOnDuty: boolean;
  /** Calls back each time this process takes over. */
  onTaken(listener: () => void): void;
};

/** The only process is always on duty. */
export const ALWAYS_ON_DUTY: Duty = { isOnDuty: true, onTaken: () => undefined };
