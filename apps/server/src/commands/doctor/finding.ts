/** What a check found. A warning is no reason against opening the shop; a fault is. */
export type Finding = {
  readonly state: 'ok' | 'warning' | 'fault' | 'skipped';
  readonly about: string;
  readonly detail: string;
};

export const ok = (about: string, detail: string): Finding => ({ state: 'ok', about, detail });
export const warning = (about: string, detail: string): Finding => ({ state: 'warning', about, detail });
export const fault = (about: string, detail: string): Finding => ({ state: 'fault', about, detail });
export const skipped = (about: string, detail: string): Finding => ({ state: 'skipped', about, detail });

/** The findings of a check; what it throws becomes a fault. */
export async function findingsOf(
  about: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [fault(about, (error as Error).message)];
  }
}
