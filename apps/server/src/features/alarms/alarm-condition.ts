import { DAY_MS } from '../../platform/clock.ts';
import type { AlarmKind, Finding, Network } from '@portside/contract';

/** How long what has happened, and cannot be undone, stays an alarm. */
export const SHOWN_MS = 3 * DAY_MS;

/** Every admin is notified of these, since every admin can act on them, though not every admin has the dashboard. */
export const FOR_EVERY_ADMIN: ReadonlySet<AlarmKind> = new Set([
  'addressProposed',
  'lookAlikeProposed',
  'addressChanged',
  'recordsForged',
  'balancesProposed',
  'balancesImported',
  'adminChangeProposed',
  'ownerRecovered',
]);

/** A condition that an alarm is raised for. */
export type AlarmCondition = {
  readonly kind: AlarmKind;
  readonly network: Network | null;
  /** What is reported of it, in this order. */
  readonly findings: readonly Finding[];
  /** Distinguishes several conditions of one kind and network. */
  readonly about?: string;
};

/** Builds a condition; without `about` there is one alarm of its kind and network. */
export const condition = (
  kind: AlarmKind,
  network: Network | null,
  findings: readonly Finding[],
  about?: string,
): AlarmCondition => ({ kind, network, findings, ...(about !== undefined && { about }) });
