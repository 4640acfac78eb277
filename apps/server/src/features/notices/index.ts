/**
 * Owns what people are told of: on the page, live, by mail and by Telegram, what they chose to get, and the operator's
 * own words for it. Owns none of what it tells: the features that it is about read it (`NoticeReaders`) when it is shown
 * or sent, in the reader's language.
 *
 * Invariant: what was recorded in an event's transaction is told once, however often the event is announced; what an
 * intruder would hide cannot be switched off; no text of an account and no code is sent by Telegram, and nothing can be
 * done from there but to link and unlink it.
 */
import type { NoticeWay } from '@portside/contract/notices/notices';
import type { Ctx, Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { findProposals, listPermissionHolders, listTiedUsers } from '../approvals/index.ts';
import { listNoticeChoices, listNotices, markNoticesRead, setNoticeChoice } from './list-notices.ts';
import { notifyStaff, type NoticeReaders, type Told } from './notify.ts';
import { listNoticeTexts, replaceNoticeText } from './own-texts.ts';
import {
  createTelegramCode,
  deleteTelegramLink,
  endCode,
  readTelegramLink,
  type Bot,
} from './telegram-links.ts';

export { sweepNotices } from './list-notices.ts';
export {
  countUnread,
  findReached,
  isToldNow,
  mailNotice,
  nextReference,
  NOTICE_MAILS,
  notify,
  notifyStaff,
  recordedNotice,
  type NoticeReaders,
  type Told,
} from './notify.ts';
export { createListenToBotJob, createSendToTelegramJob, findTelegramFailure } from './telegram-bot.ts';

/** Tells those who may be the second person of a proposal; ends the code of whoever an intruder may have acted for. */
export function subscribeNotices(events: Events): void {
  events.on('credentialsChanged', (ctx, { userId }) => endCode(ctx, userId));
  events.on('proposalWaiting', async (ctx, { proposalId }) => {
    const [row] = await findProposals(ctx.db, [proposalId]);
    const { action, proposed_by: by, beneficiary_id: beneficiary } = row!;
    const tied = by === null ? new Set<bigint>() : await listTiedUsers(ctx, by);
    const holders = await listPermissionHolders(ctx.db, action);
    const to = holders.filter((id) => !tied.has(id) && id !== beneficiary);
    await notifyStaff(ctx, { event: 'proposalWaiting', reference: proposalId, to });
  });
}

/** What tells staff of a proposal; null once it is approved or settled. */
export async function readProposalWaiting({ db }: Ctx, id: bigint, way: NoticeWay): Promise<Told | null> {
  const [row] = await findProposals(db, [id]);
  if (!row || (way !== 'page' && row.state !== 'proposed')) return null;
  const facts = { by: row.proposer ?? 'Portside', reason: row.reason };
  return { event: 'proposalWaiting', facts, path: '/admin/dataBoard#proposals' };
}

/** Higher features know what a notice is about, so `compose` passes their readers in. */
export const noticesRoutes = (
  readers: NoticeReaders,
  telegram: Bot,
  officeAddresses: readonly string[] = [],
) =>
  ({
    listNotices: (ctx, input) => listNotices(ctx, input, { readers, officeAddresses }),
    markNoticesRead: (ctx, input) => markNoticesRead(ctx, input, officeAddresses),
    listNoticeChoices,
    setNoticeChoice,
    listNoticeTexts,
    replaceNoticeText,
    readTelegramLink: (ctx) => readTelegramLink(ctx, telegram),
    createTelegramCode: (ctx) => createTelegramCode(ctx, telegram),
    deleteTelegramLink: (ctx) => deleteTelegramLink(ctx, telegram),
  }) satisfies Partial<Routes>;
