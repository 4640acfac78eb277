import type { AlarmKind } from '@portside/contract';
import { isDeepStrictEqual } from 'node:util';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { describeFindings } from '../../platform/describe-findings.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { findUser, listAdmins, listPermissionHolders } from '../users/index.ts';
import { endAlarms, insertAlarm, listActiveAlarms, updateFindings, type AlarmRow } from './alarms.sql.ts';
import { FOR_EVERY_ADMIN, type AlarmCondition } from './alarm-condition.ts';

export const ALARM_MAIL = 'alarm';
/** Holders of this permission are notified. */
export const NOTIFIED_ACTION = 'statistics.read';

/**
 * Makes the active alarms of these kinds match the conditions: raises new ones, each with one e-mail to everyone
 * who is to be notified, updates their findings, and ends alarms whose condition is over.
 */
export function updateAlarms(
  ctx: Ctx,
  kinds: readonly AlarmKind[],
  conditions: readonly AlarmCondition[],
): Promise<void> {
  return inTransaction(ctx, async (step) => {
    const active = (await listActiveAlarms(step.db)).filter(({ kind }) => kinds.includes(kind));
    const over = active.filter((alarm) => !conditions.some((one) => isSame(one, alarm)));
    await endAlarms(
      step.db,
      over.map(({ id }) => id),
      step.clock.now(),
    );
    for (const { kind, network } of over) step.log.info({ kind, network }, 'alarm over');
    for (const one of conditions) {
      const known = active.find((alarm) => isSame(one, alarm));
      if (!known) await raise(step, one);
      else if (!isDeepStrictEqual(known.findings, one.findings))
        await updateFindings(step.db, known.id, one.findings);
    }
  });
}

async function raise(step: Ctx, { kind, network, findings, about = '' }: AlarmCondition): Promise<void> {
  const now = step.clock.now();
  const alarm = await insertAlarm(step.db, {
    kind,
    network,
    about,
    findings,
    began_at: now,
    ended_at: null,
  });
  if (!alarm) return;
  step.log.error({ kind, network, detail: describeFindings('en', findings) }, 'alarm');
  const recipients = await (FOR_EVERY_ADMIN.has(kind)
    ? listAdmins(step.db)
    : listPermissionHolders(step.db, NOTIFIED_ACTION));
  const people = await Promise.all(recipients.map((id) => findUser(step.db, id)));
  const mails = people.map((user) => ({
    kind: ALARM_MAIL,
    reference: alarm.id,
    recipient: user!.email,
  }));
  await queueMails(step.db, mails, now);
}

const isSame = (one: AlarmCondition, alarm: AlarmRow): boolean =>
  one.kind === alarm.kind && one.network === alarm.network && (one.about ?? '') === alarm.about;
