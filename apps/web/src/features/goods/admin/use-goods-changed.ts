import { useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { fieldFaultsOf } from '../../../ui/fields/use-form-call.ts';
import { toastFailure, toastSuccess } from '../../../ui/messages/toasts.tsx';

/** Refetches all lists of products and of what groups them, the shop's included. */
export function useGoodsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = [
      'listAllGoods',
      'readAnyGoods',
      'listAllCategories',
      'listAllFamilies',
      'listAllAttributes',
      'listGoods',
      'listCategories',
      'listAttributes',
      'listProposals',
      'listAudit',
    ] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

/** Undoes a change of products by its entry in the audit log; says what keeps it from being undone. */
export function useUndoGoods() {
  const { t } = useTranslation('admin');
  const { list } = usePunctuation();
  const changed = useGoodsChanged();
  const undo = async (auditId: string): Promise<void> => {
    const request = { params: { id: auditId } };
    try {
      const { changed: undone, proposed } = await call('undoGoodsChange', request, {
        quietFor: ['changedSince'],
      });
      const said = [
        ...(undone > 0 ? [t('bulk.undo.done')] : []),
        ...(proposed > 0 ? [t('prices.proposed')] : []),
      ];
      toastSuccess(`undone-${auditId}`, said.join(' ') || t('bulk.undo.nothing'));
      await changed();
    } catch (error) {
      if (!isRefusal(error, 'changedSince')) throw error;
      const values = fieldFaultsOf(error).flatMap(({ value }) => (value === undefined ? [] : [value]));
      toastFailure(`undo-${auditId}`, t('bulk.undo.changed', { values: list(values) }));
    }
  };
  /** Says what was done, with a way back. */
  const offer = (auditId: string | null, message: string): void =>
    toastSuccess(
      `goods-${auditId}`,
      message,
      auditId === null
        ? undefined
        : // A failed call announces itself.
          { label: t('bulk.undo.do'), run: () => void undo(auditId).catch(() => undefined) },
    );
  return { undo, offer };
}
