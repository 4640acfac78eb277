import type { AlarmKind, Network } from '@portside/contract';

/** A condition that an alarm is raised for. */
export type AlarmCondition = {
  readonly kind: AlarmKind;
  readonly network: Network | null;
  readonly detail: string;
  /** Distinguishes several conditions of one kind and network. */
  readonly about?: string;
};
