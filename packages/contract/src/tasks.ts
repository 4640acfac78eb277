import * as z from 'zod/mini';
import { Finding } from './findings/findings.ts';
import { endpoints } from './wire/endpoint.ts';
import { Network, Time } from './wire/values.ts';

/** Alarms, the most severe first. */
export const ALARM_KINDS = [
  'sealBroken',
  'recordsForged',
  'lookAlikeProposed',
  'addressProposed',
  'addressChanged',
  'balancesProposed',
  'balancesImported',
  'ledgerOff',
  'ledgerUnchecked',
  'standbyUnsafe',
  'booksOff',
  'chainHalted',
  'sentToCheckout',
  'logsQuarantined',
  'walletProblem',
  'addressesShort',
  'notCovered',
  'nodesDisagree',
  'mailHeld',
  'chainLate',
  'nodeFailing',
  'valkeyAway',
  'telegramAway',
  'sanctionsRefused',
  'sanctionsOld',
  'imagesUsedUp',
  'stockLow',
  'sharedAddress',
  'guessing',
  'adminChangeProposed',
  'ownerRecovered',
] as const;
export const AlarmKind = z.enum(ALARM_KINDS);
export type AlarmKind = z.infer<typeof AlarmKind>;

/** Work that waits for a person. */
const TASK_KINDS = [
  'proposals',
  'unmatchedDeposits',
  'heldDeposits',
  'namedPayments',
  'claims',
  'payouts',
  'conversations',
  'reports',
  'failedMails',
  'heldLines',
  'waitingImports',
  'deadStock',
  'lowStock',
] as const;
export const TaskKind = z.enum(TASK_KINDS);
export type TaskKind = z.infer<typeof TaskKind>;

export const tasksEndpoints = endpoints({
  readTasks: {
    access: 'admin',
    summary: 'Active alarms, and the tasks waiting for the caller',
    data: z.object({
      alarms: z.array(
        z.object({ kind: AlarmKind, type: z.nullable(Network), findings: z.array(Finding), since: Time }),
      ),
      /** Tasks that the caller is permitted to do, with a count above zero. */
      tasks: z.array(z.object({ kind: TaskKind, count: z.int(), since: Time })),
    }),
  },
});
