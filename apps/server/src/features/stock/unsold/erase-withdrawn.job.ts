import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { deleteFingerprints, eraseItems } from '../items.sql.ts';
import { openItems } from '../open-items.ts';
import { lockOpenWithdrawal, markErased } from './withdrawals.sql.ts';

const ITEMS_A_STEP = 2_000n;

/** Erases the texts of withdrawn items, one step of them; forgotten ones may then be imported again. */
export async function eraseWithdrawn(ctx: Ctx): Promise<{ more: boolean }> {
  const more = await inTransaction(ctx, async (inner) => {
    const { db, keyring } = inner;
    const open = await lockOpenWithdrawal(db);
    if (!open) return false;
    const stepEnd = open.erasedTo + ITEMS_A_STEP;
    const range = { firstId: open.erasedTo, endId: stepEnd < open.endId ? stepEnd : open.endId };
    if (open.isForgotten) {
      const items = await openItems(inner, [range]);
      await deleteFingerprints(
        db,
        items.map(({ text }) => keyring.fingerprint(text.trim())),
      );
    }
    await eraseItems(db, [range]);
    await markErased(db, open.firstId, range.endId);
    return true;
  });
  return { more };
}
