import type { Language } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { writeShopLetter } from '../settings/index.ts';
import type { UserRow } from './users.sql.ts';

type Names = { readonly siteName: string; readonly username: string };

/** What a mail says in each language; its paragraphs are the lines. */
export type MailWords<Facts = unknown> = Record<
  Language,
  (facts: Names & Facts) => { readonly subject: string; readonly lines: readonly string[] }
>;

/** A mail to a user, in their language. */
export const writeMail = <Facts>(
  ctx: Ctx,
  { username, language }: UserRow,
  words: MailWords<Facts>,
  facts: Facts,
): Promise<MailMessage> =>
  writeShopLetter(ctx, language, (siteName) => {
    const { subject, lines } = words[language]({ siteName, username, ...facts });
    return { subject, blocks: lines };
  });
