import { NETWORKS } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { countUntriedBulk, queueMails } from '../../../platform/mail/outbox.sql.ts';
import { findFactoryChange, type FactoryChange } from '../../payment-methods/index.ts';
import { ADDRESS_CHANGED_MAIL } from './address-changed-mail.ts';
import {
  hasUnmailed,
  insertNotices,
  isDone,
  lockChange,
  moveChange,
  setMailed,
  takeUnmailed,
} from './address-notices.sql.ts';

/** Buyers looked at in one transaction. */
const BUYERS = 500;
/** E-mails that wait for their first attempt; more are queued as these are sent. */
const MOST_WAITING = 100;

/**
 * Tells the buyers of each network whose own addresses have changed: all on the page within seconds, and by e-mail as
 * the mail server takes them. It goes on where a former run ended, in whichever process: a notice is one row a buyer
 * and change, and its e-mail is queued in the transaction that marks it. Waits while the network takes no top-ups.
 */
export async function notifyAddressChanges(ctx: Ctx): Promise<{ more: boolean }> {
  let more = false;
  for (const network of NETWORKS) {
    const change = await findFactoryChange(ctx, network);
    if (!change) continue;
    // Buyers are notified of a change once; it is considered here for as long as the factory is in use.
    if (!(await isDone(ctx.db, change.methodId)) && (await noteBuyers(ctx, change))) more = true;
    if (await hasUnmailed(ctx.db, change.methodId)) await mailBuyers(ctx, change);
  }
  return { more };
}

/** Adds the notices of some more buyers; false once everyone was looked at. */
const noteBuyers = (ctx: Ctx, change: FactoryChange): Promise<boolean> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    const { up_to_user: after, done_at: doneAt } = await lockChange(db, change, now);
    if (doneAt !== null) return false;
    const last = await insertNotices(db, change, { after, limit: BUYERS, now });
    await moveChange(db, change.methodId, last === null ? { done_at: now } : { up_to_user: last });
    return last !== null;
  });

/** Queues as many e-mails as there is room for. */
const mailBuyers = (ctx: Ctx, { methodId }: FactoryChange): Promise<void> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const room = MOST_WAITING - (await countUntriedBulk(db, ADDRESS_CHANGED_MAIL));
    if (room <= 0) return;
    const notices = await takeUnmailed(db, methodId, room);
    if (notices.length === 0) return;
    const mails = notices
      .filter(({ isActive }) => isActive)
      .map(({ id, email }) => ({ kind: ADDRESS_CHANGED_MAIL, reference: id, recipient: email }));
    const now = clock.now();
    if (mails.length > 0) await queueMails(db, mails, now, { bulk: true });
    await setMailed(
      db,
      notices.map(({ id }) => id),
      now,
    );
  });
