import { recordOf } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import { toHtml } from '../../../platform/mail/to-html.ts';
import { findFactoryChange } from '../../payment-methods/index.ts';
import { readShopName } from '../../settings/index.ts';
import { findUser } from '../../users/index.ts';
import { addressChangedTexts } from './address-changed-mail.texts.ts';
import { findNotice, hadAddress } from './address-notices.sql.ts';

/** The kind of the e-mail in the outbox; its reference is the notice's id. */
export const ADDRESS_CHANGED_MAIL = 'address-changed';

/**
 * That a buyer's own address on a network has changed, or that the network has none any more; null where it has changed
 * again since. Names no address and has no link: e-mails can be forged, and no buyer may learn to expect an address to
 * pay to in one.
 */
export async function renderAddressChanged(ctx: Ctx, noticeId: bigint): Promise<MailMessage | null> {
  const notice = await findNotice(ctx.db, noticeId);
  const user = notice && (await findUser(ctx.db, notice.user_id));
  const change = notice && (await findFactoryChange(ctx, notice.network));
  if (!user || change?.methodId !== notice.method_id) return null;
  const { subject, lines } = addressChangedTexts[user.language]({
    siteName: await readShopName(ctx.db, user.language),
    username: user.username,
    network: recordOf(notice.network).name,
    news: !change.factory ? 'none' : (await hadAddress(ctx.db, change, user.id)) ? 'former' : 'new',
  });
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
