import type { Data, Input } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { requireSandbox, type SandboxPort } from './sandbox-port.ts';
import { listMails } from './sandbox.sql.ts';

const SHOWN = 200;

/** The newest 200 mails that the shop would have sent. Refuses outside a sandbox (notFound). */
export async function listSandboxMails(
  ctx: Ctx,
  { query }: Input<'listSandboxMails'>,
  port: SandboxPort | null,
): Promise<Data<'listSandboxMails'>> {
  requireSandbox(port);
  const mails = await listMails(ctx.db, query.to, SHOWN);
  const shown = mails.map((mail) => ({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments,
    sent_at: mail.sent_at.toISOString(),
  }));
  return pageOf(shown, query);
}
