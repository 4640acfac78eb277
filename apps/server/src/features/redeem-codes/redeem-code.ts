import { formatBalance, formatMicro, type Data, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { runQuery } from '../../platform/db/pipeline.ts';
import { refuse } from '../../platform/refusal.ts';
import { publishBalance, readAvailableMicro, recordRedemption } from '../ledger/index.ts';
import { codeTriesOf, countCodeTries, lockCodeTries, MAX_CODE_TRIES } from '../users/index.ts';
import { notify, type Told } from '../notices/index.ts';
import { hashRedeemCode } from './redeem-codes.sql.ts';

/**
 * Adds a code's value to the caller's balance, each code once; repeated by whoever redeemed it, it answers the same.
 * Refuses a code that nobody made (redeemCodeUnknown), that somebody else has redeemed (redeemCodeUsed), that was voided
 * (redeemCodeVoid) or is outside its time (redeemCodeExpired), and after ten unknown codes any (tooManyTries). The other
 * refusals tell what became of it only to someone who holds all of a code.
 */
export async function redeemCode(ctx: Ctx, { body }: Input<'redeemCode'>): Promise<Data<'redeemCode'>> {
  const { userId } = requireUser(ctx.actor);
  const redeemed = await inTransaction(ctx, async (step) => {
    await lockCodeTries(step.db, userId);
    await requireTriesLeft(step, userId);
    const code = await lockCode(step.db, hashRedeemCode(step.keyring, body.code));
    // Counted in this transaction, so it is no refusal yet.
    if (!code) {
      await countCodeTries(step.db, 'redeemCode', [userId], step.clock.now());
      return null;
    }
    return code.used_by === userId ? presentRedeemed(step, userId, code) : redeem(step, userId, code);
  });
  return redeemed ?? refuse('redeemCodeUnknown');
}

async function redeem(ctx: Ctx, userId: bigint, code: CodeRow): Promise<Data<'redeemCode'>> {
  const { db, clock } = ctx;
  const now = clock.now();
  if (code.used_by !== null) refuse('redeemCodeUsed');
  if (code.voided_at !== null) refuse('redeemCodeVoid');
  if (now < code.starts_at || (code.ends_at !== null && now >= code.ends_at)) refuse('redeemCodeExpired');
  await db
    .updateTable('redeem_codes')
    .set({ used_by: userId, used_at: now })
    .where('id', '=', code.id)
    .execute();
  const amountMicro = code.value_micro;
  const { balanceMicro } = await recordRedemption(ctx, { codeId: code.id, userId, amountMicro });
  await notify(ctx, { userId, event: 'codeRedeemed', reference: code.id });
  publishBalance(ctx, userId, balanceMicro);
  return presentRedeemed(ctx, userId, { ...code, used_at: now });
}

const presentRedeemed = async (
  { db }: Ctx,
  userId: bigint,
  { value_micro: valueMicro, used_at: usedAt }: CodeRow,
): Promise<Data<'redeemCode'>> => ({
  amount: formatMicro(valueMicro),
  balance: formatBalance(await readAvailableMicro(db, userId)),
  redeemed_at: usedAt!.toISOString(),
});

type CodeRow = {
  readonly id: bigint;
  readonly used_by: bigint | null;
  readonly used_at: Date | null;
  readonly value_micro: bigint;
  readonly starts_at: Date;
  readonly ends_at: Date | null;
  readonly voided_at: Date | null;
};

/** The code with its batch, which cannot be voided until the transaction ends. */
async function lockCode(db: Db, hash: Buffer): Promise<CodeRow | undefined> {
  const { rows } = await sql<CodeRow>`
    select c.id, c.used_by, c.used_at, b.value_micro, b.starts_at, b.ends_at, b.voided_at
    from redeem_codes c join redeem_batches b on b.id = c.batch_id
    where c.code_hash = ${hash} for no key update of c for share of b`.execute(db);
  return rows[0];
}

async function requireTriesLeft({ db, clock }: Ctx, userId: bigint): Promise<void> {
  const tries = await runQuery(db, codeTriesOf('redeemCode', [userId], clock.now()));
  if ((tries.get(userId) ?? 0) >= MAX_CODE_TRIES) refuse('tooManyTries', 'redeem codes');
}

/** What tells a user of a redeemed code. */
export async function readRedeemed({ db }: Ctx, codeId: bigint): Promise<Told | null> {
  const code = await db
    .selectFrom('redeem_codes')
    .innerJoin('redeem_batches', 'redeem_batches.id', 'batch_id')
    .select(['used_by', 'value_micro'])
    .where('redeem_codes.id', '=', codeId)
    .executeTakeFirst();
  if (!code?.used_by) return null;
  const facts = { amount: formatMicro(code.value_micro) };
  return { userId: code.used_by, event: 'codeRedeemed', facts, path: '/client/personal-information' };
}
