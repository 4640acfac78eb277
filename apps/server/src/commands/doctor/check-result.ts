/** What a check found. A warning is no reason against opening the shop; a fault is. */
export type CheckResult = {
  readonly state: 'ok' | 'warning' | 'fault' | 'skipped';
  readonly about: string;
  readonly detail: string;
};

export const ok = (about: string, detail: string): CheckResult => ({ state: 'ok', about, detail });
export const warning = (about: string, detail: string): CheckResult => ({ state: 'warning', about, detail });
export const fault = (about: string, detail: string): CheckResult => ({ state: 'fault', about, detail });
export const skipped = (about: string, detail: string): CheckResult => ({ state: 'skipped', about, detail });

/** The findings of a check; what it throws becomes a fault. */
export async function resultsOf(
  about: string,
  check: () => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> {
  try {
    return await check();
  } catch (error) {
    return [fault(about, (error as Error).message)];
  }
}
