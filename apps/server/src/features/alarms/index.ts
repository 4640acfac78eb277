/**
 * Owns alarms: what is wrong with the money's way, since when, and who was told. Does not mend anything.
 *
 * Invariant: a trouble that stands has one alarm, told once.
 */
import './alarms.tables.ts';

export { renderAlarm } from './alarm-mail.ts';
export { listStanding } from './alarms.sql.ts';
export { ALARM_MAIL } from './update-alarms.ts';
export { createTelegramAlarmsJob } from './send-telegram-alarms.job.ts';
export { proveLedger, watchMoney } from './watch.jobs.ts';
