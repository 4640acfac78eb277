/**
 * Points at which a trial can kill this process. None is armed otherwise: the configuration refuses CRASH_AT wherever
 * a node of a public network is used.
 */
export const CRASH_POINTS = [
  'order: decided',
  'order: sent',
  'order: after commit',
  'order: before answer',
  'claim: before commit',
  'claim: after commit',
  'replacement: taken',
  'replacement: before commit',
  'replacement: after commit',
  'refund: written',
  'refund: paid',
  'refund: before commit',
  'refund: after commit',
  'payout request: recorded',
  'payout request: held',
  'payout request: after commit',
  'payout end: given back',
  'payout end: after commit',
  'payout start: before commit',
  'payout start: after commit',
  'payout record: before commit',
  'payout record: after commit',
  'payout settle: booked',
  'payout settle: before commit',
  'payout settle: after commit',
  'mail: claimed',
  'mail: accepted',
  'mail: marked',
  'mail: settled',
  'recharge: opened',
  'recharge: after commit',
  'deposit: scanned',
  'deposit: cursor moved',
  'deposit: recorded',
  'deposit: assigned',
  'deposit: credited',
  'deposit: before commit',
  'deposit: after commit',
  'own deposit: credited',
  'addresses: before commit',
  'addresses: after commit',
  'purge: erased',
  'purge: marked',
  'purge: after commit',
  'import: batch opened',
  'import: items written',
  'import: before commit',
  'import: after commit',
  'held: before commit',
  'held: after commit',
  'telegram: update noted',
  'telegram: sent',
  'restock: told',
  'price: told',
  'standing: claimed',
  'standing: placed',
  'standing: recorded',
  'webhook: claimed',
  'webhook: sent',
  'webhook: settled',
  'rotation: resealed',
  'rotation: after commit',
  'rotation: key forgotten',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Kill the process when it passes this point for the n-th time. */
export type CrashPlan = { readonly point: CrashPoint; readonly passing: number };

let armed: CrashPlan | null = null;
let passings = 0;

/** Parses `name` or `name#n`; null if there is no such point. */
export function parseCrashPlan(text: string): CrashPlan | null {
  const [name = '', passing = '1'] = text.split('#');
  const point = CRASH_POINTS.find((one) => one === name);
  return point && /^[1-9]\d{0,5}$/.test(passing) ? { point, passing: Number(passing) } : null;
}

/** Arms one point, or none for null. */
export function armCrash(plan: CrashPlan | null): void {
  armed = plan;
  passings = 0;
}

/** Kills this process, as a power cut would, if a trial has armed this point. */
export function crashPoint(name: CrashPoint): void {
  if (armed === null || armed.point !== name) return;
  passings += 1;
  if (passings === armed.passing) process.kill(process.pid, 'SIGKILL');
}
