import type { Data, Input, Language } from '@portside/contract';
import {
  builtInText,
  checkPlaceholders,
  fillOwnText,
  placeholdersOf,
  type OwnText,
  type OwnTextEvent,
} from '@portside/contract/notices/own-texts';
import { noticeTexts } from '@portside/contract/notices/notice-texts';
import { NOTICE_EVENTS, type NoticeEvent } from '@portside/contract/notices/notices';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse, refuseValue } from '../../platform/refusal.ts';

type NoticeTextsTable = {
  event: OwnTextEvent;
  language: Language;
  subject: string;
  body: string;
  updated_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    notice_texts: NoticeTextsTable;
  }
}

type OwnTexts = ReadonlyMap<NoticeEvent, OwnText & { readonly updated_at: Date }>;

/** The operator's own texts of a language. */
export async function readOwnTexts(db: Db, language: Language): Promise<OwnTexts> {
  const rows = await db.selectFrom('notice_texts').selectAll().where('language', '=', language).execute();
  return new Map(rows.map((row) => [row.event, row]));
}

type Worded = {
  readonly title: string;
  readonly lines: readonly string[];
  /** What a person of the shop, or a buyer, wrote. */
  readonly quote?: string;
  readonly link: string;
};

/** What a notice says, in the operator's words where there are any. */
export function wordNotice(
  { event, facts }: { readonly event: NoticeEvent; readonly facts: unknown },
  language: Language,
  ownTexts: OwnTexts,
): Worded {
  const builtIn = noticeTexts[language][event](facts as never);
  const own = ownTexts.get(event);
  if (!own || event === 'alarmRaised') return builtIn;
  return { ...builtIn, ...fillOwnText(own, { event, facts: facts as never }, language) };
}

const hasOwnText = (event: NoticeEvent): event is OwnTextEvent => event !== 'alarmRaised';

/** What all notices say in a language, but for alarms, which are worded where they are raised. */
export async function listNoticeTexts(
  { db }: Ctx,
  { query: { language } }: Input<'listNoticeTexts'>,
): Promise<Data<'listNoticeTexts'>> {
  const own = await readOwnTexts(db, language);
  return { items: NOTICE_EVENTS.filter(hasOwnText).map((event) => presentText(event, language, own)) };
}

const presentText = (event: OwnTextEvent, language: Language, own: OwnTexts): Data<'replaceNoticeText'> => {
  const { subject, body } = own.get(event) ?? builtInText(event, language);
  const updatedAt = own.get(event)?.updated_at.toISOString() ?? null;
  return { event, language, subject, body, updated_at: updatedAt, ...placeholdersOf(event) };
};

/**
 * Replaces the text of a notice in a language, or brings the built-in one back. Refuses one that lacks a placeholder, or
 * has one that nothing fills in (invalidFormat, which names it), and the text of an alarm (notFound).
 */
export async function replaceNoticeText(
  ctx: Ctx,
  { params: { event }, body: { language, text } }: Input<'replaceNoticeText'>,
): Promise<Data<'replaceNoticeText'>> {
  if (!hasOwnText(event)) return refuse('notFound', event);
  const { missing, unknown } = text ? checkPlaceholders(event, text) : { missing: [], unknown: [] };
  if (unknown.length > 0) refuseValue('invalidFormat', 'text.body', 'unknown', unknown[0]!);
  if (missing.length > 0) refuseValue('invalidFormat', 'text.body', 'missing', missing[0]!);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const before = presentText(event, language, await readOwnTexts(db, language));
    if (text)
      await db
        .insertInto('notice_texts')
        .values({ event, language, ...text, updated_at: clock.now() })
        .onConflict((conflict) =>
          conflict.columns(['event', 'language']).doUpdateSet({ ...text, updated_at: clock.now() }),
        )
        .execute();
    else
      await db
        .deleteFrom('notice_texts')
        .where('event', '=', event)
        .where('language', '=', language)
        .execute();
    const after = presentText(event, language, await readOwnTexts(db, language));
    await recordAudit(step, {
      action: 'noticeText.update',
      subject: `noticeText:${event}`,
      before: { language, subject: before.subject, body: before.body },
      after: { language, subject: after.subject, body: after.body },
    });
    return after;
  });
}
