import type { AlarmKind, Finding, Network } from '@portside/contract';

/** A condition that an alarm is raised for. */
export type AlarmCondition = {
  readonly kind: AlarmKind;
  readonly network: Network | null;
  /** What is reported of it, in this order. */
  readonly findings: readonly Finding[];
  /** Distinguishes several conditions of one kind and network. */
  readonly about?: string;
};

export const condition = (
  kind: AlarmKind,
  network: Network | null,
  findings: readonly Finding[],
  about?: string,
): AlarmCondition => ({ kind, network, findings, ...(about !== undefined && { about }) });
