import type { Ctx } from '../context.ts';

/** The content of an e-mail. */
export type MailMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
};

/** Renders the message of one kind for its reference; null where there is nothing to send any more. */
export type MailRenderer = (ctx: Ctx, reference: bigint, recipient: string) => Promise<MailMessage | null>;

/**
 * The same for a kind of which many are sent at once: `prepare` reads for all of them what does not take long, and
 * what it answers renders one.
 */
export type BatchRenderer = {
  prepare(
    ctx: Ctx,
    references: readonly bigint[],
  ): Promise<(reference: bigint) => Promise<MailMessage | null>>;
};

/** By kind. */
export type MailRenderers = ReadonlyMap<string, MailRenderer | BatchRenderer>;
