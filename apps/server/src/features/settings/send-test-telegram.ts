import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { OutsideFailure } from '../../platform/refusal.ts';
import type { Telegram } from '../../platform/telegram/telegram.ts';
import { readShopName } from './brand/shop-name.ts';
import { testMessageTexts } from './test-mail.texts.ts';

const NO_TOKEN = 'TELEGRAM_BOT_TOKEN is not set';

/** Sends a message to a chat and returns Telegram's error, or null. Audited either way. */
export async function sendTestTelegram(
  ctx: Ctx,
  telegram: Telegram | null,
  { body: { chat_id: chatId } }: Input<'sendTestTelegram'>,
): Promise<Data<'sendTestTelegram'>> {
  requireAction(ctx.actor, 'telegram.test');
  const text = testMessageTexts[ctx.language](await readShopName(ctx.db, ctx.language));
  const problem = telegram ? await telegram.send(chatId, text).then(() => null, problemOf) : NO_TOKEN;
  await inTransaction(ctx, (step) =>
    recordAudit(step, { action: 'telegram.test', subject: `telegram:${chatId}`, after: { problem } }),
  );
  return { problem };
}

function problemOf(error: unknown): string {
  if (error instanceof OutsideFailure) return error.message;
  throw error;
}
