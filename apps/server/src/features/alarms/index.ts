/**
 * Owns alarms: what is wrong with deposits, wallets, books, and the servers that the shop rests on, since when, and
 * whether the operators were notified. Fixes nothing itself.
 *
 * Invariant: a condition has at most one active alarm, and everyone is notified of it once.
 */
import './alarms.sql.ts';

export type { AddressFault } from './evaluate-alarms.ts';
export { readAlarm, renderAlarm } from './alarm-mail.ts';
export { listActiveAlarms } from './alarms.sql.ts';
export { ALARM_MAIL } from './watch-alarms.ts';
export { createReconcileLedgerJob, createTelegramAlarmsJob } from './watch-alarms.ts';
export { watchMoney, watchServers } from './watch-alarms.ts';
