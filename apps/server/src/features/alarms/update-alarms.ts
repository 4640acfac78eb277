import type { AlarmKind } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { findUser, listAdmins, listPermissionHolders } from '../users/index.ts';
import { endAlarms, insertAlarm, listStanding, updateDetail, type AlarmRow } from './alarms.sql.ts';
import type { Trouble } from './evaluate-alarms.ts';

export const ALARM_MAIL = 'alarm';
/** Whoever may see the figures is told. */
export const TOLD = 'statistics.read';
/** Of these every admin is, for each can act on them. */
const EVERY_ADMINS: ReadonlySet<AlarmKind> = new Set(['addressProposed']);

/** Of these kinds exactly these troubles stand: new ones are told by e-mail once, and by Telegram where there is a chat, those that are over end. */
export function settleAlarms(
  ctx: Ctx,
  kinds: readonly AlarmKind[],
  troubles: readonly Trouble[],
): Promise<void> {
  return inTransaction(ctx, async (step) => {
    const standing = (await listStanding(step.db)).filter(({ kind }) => kinds.includes(kind));
    const over = standing.filter((alarm) => !troubles.some((one) => isSame(one, alarm)));
    await endAlarms(
      step.db,
      over.map(({ id }) => id),
      step.clock.now(),
    );
    for (const { kind, network } of over) step.log.info({ kind, network }, 'alarm over');
    for (const one of troubles) {
      const known = standing.find((alarm) => isSame(one, alarm));
      if (!known) await begin(step, one);
      else if (known.detail !== one.detail) await updateDetail(step.db, known.id, one.detail);
    }
  });
}

async function begin(step: Ctx, { kind, network, detail, about = '' }: Trouble): Promise<void> {
  const now = step.clock.now();
  const alarm = await insertAlarm(step.db, {
    kind,
    network,
    about,
    detail,
    began_at: now,
    ended_at: null,
  });
  if (!alarm) return;
  step.log.error({ kind, network, detail }, 'alarm');
  const told = await (EVERY_ADMINS.has(kind) ? listAdmins(step.db) : listPermissionHolders(step.db, TOLD));
  const people = await Promise.all(told.map((id) => findUser(step.db, id)));
  const mails = people.map((user) => ({
    kind: ALARM_MAIL,
    reference: alarm.id,
    recipient: user!.email,
  }));
  await queueMails(step.db, mails, now);
}

const isSame = (one: Trouble, alarm: AlarmRow): boolean =>
  one.kind === alarm.kind && one.network === alarm.network && (one.about ?? '') === alarm.about;
