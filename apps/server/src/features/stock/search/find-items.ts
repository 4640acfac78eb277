import type { Data, Input } from '@portside/contract';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { sql } from 'kysely';
import { preferIndexes, type Db } from '../../../platform/db/db.ts';
import { createIdentifier, marksOfLogin, type Written } from '../identity.ts';
import { findFingerprints, findLikenesses, openItems } from '../items.sql.ts';
import { refuse } from '../../../platform/refusal.ts';

/**
 * Which items the given lines are. A match proves a password right, so every call is audited: with the number of lines
 * and matches, without the lines.
 */
export async function findItems(
  ctx: Ctx,
  { body: { accounts } }: Pick<Input<'findItems'>, 'body'>,
): Promise<Data<'findItems'>> {
  return inTransaction(ctx, async (step) => {
    const ids = await findItemsByText(step, accounts);
    const found = ids.filter((id) => id !== null).length;
    const after = { lines: accounts.length, found };
    await recordAudit(step, { action: 'stock.find', subject: 'stock', after });
    return { item_ids: ids.map((id) => (id === null ? null : String(id))) };
  });
}

/**
 * The items with these lines as imported, or as the same accounts in another spelling; sold, withdrawn and erased ones
 * too, in the order of the lines. Null for a line that was never imported.
 */
export async function findItemsByText(ctx: Ctx, lines: readonly string[]): Promise<(bigint | null)[]> {
  return inTransaction(ctx, async ({ db, keyring }) => {
    await preferIndexes(db);
    const known = await findFingerprints(
      db,
      lines.map((line) => keyring.fingerprint(line.trim())),
    );
    const ids = lines.map((_, position) => known.get(position) ?? null);
    for (const form of await listForms(db)) {
      const open = ids.flatMap((id, position) => (id === null ? [position] : []));
      if (open.length === 0) break;
      const identify = createIdentifier(keyring, form);
      const alike = await findLikenesses(
        db,
        open.map((position) => identify(lines[position]!)),
      );
      for (const [index, like] of alike) if (like.isSameAccount) ids[open[index]!] = like.itemId;
    }
    return ids;
  });
}

/** Where a text is no login at all, such as a region, thousands of items have it. */
const MOST_OF_LOGIN = 1_000;

/** Items with that login in any spelling and on any host, sold and erased ones too; in the order of the index, so that it is used. */
export async function findItemsByLogin(ctx: Ctx, login: string): Promise<bigint[]> {
  const marks = marksOfLogin(ctx.keyring, login);
  if (marks === null) return [];
  const { rows } = await sql<{ id: bigint }>`
    select item_id as id from stock_fingerprints
    where login between ${marks[0]} and ${marks[1]} order by login limit ${MOST_OF_LOGIN}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Every form that imports had. */
async function listForms(db: Db): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select distinct account_form->>'separator' as separator, account_form->'columns' as columns
    from stock_batches`.execute(db);
  return rows;
}

/** The text of one item, also of a sold one; audited. Refuses an unknown or erased item (notFound). */
export async function revealItem(
  ctx: Ctx,
  { params, body }: Input<'revealItem'>,
): Promise<Data<'revealItem'>> {
  return inTransaction(ctx, async (step) => {
    const firstId = BigInt(params.id);
    const [item] = await openItems(step, [{ firstId, endId: firstId + 1n }]);
    if (!item) return refuse('notFound', 'item');
    await recordAudit(step, {
      action: 'stock.reveal',
      subject: `item:${item.id}`,
      after: { reason: body.reason },
    });
    return { text: item.text };
  });
}
