import { inTransaction, type Ctx } from '../../platform/context.ts';
import { holdSealingKey } from '../../platform/keys/sealing-keys.sql.ts';
import { refuse } from '../../platform/refusal.ts';
import type { UserRow } from '../users/index.ts';
import { associatedDataOf } from './sealed-two-factors.ts';
import { newTotpSecret, totpUri } from './totp.ts';
import { replaceUnconfirmed } from './two-factor.sql.ts';

export type Enrolment = {
  /** Base32, to be typed into an app that cannot read the QR code. */
  readonly secret: string;
  /** The text of the QR code. */
  readonly uri: string;
};

/** A new secret for the user's authenticator app, never shown again. Refuses where one is in use (twoFactorOn). */
export async function createEnrolment(ctx: Ctx, user: UserRow): Promise<Enrolment> {
  const secret = newTotpSecret();
  const sealed = ctx.keyring.seal(secret, associatedDataOf(user.id));
  await inTransaction(ctx, async ({ db, clock }) => {
    await holdSealingKey(db, ctx.keyring);
    if (!(await replaceUnconfirmed(db, user.id, sealed, clock.now()))) refuse('twoFactorOn');
  });
  return { secret, uri: totpUri(secret, new URL(ctx.publicUrl).host, user.username) };
}
