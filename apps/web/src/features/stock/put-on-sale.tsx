import type { AdminGoods } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Callout } from '../../ui/messages/callout.tsx';

/** Says that a product with accounts is off sale, and puts it on sale; nothing for any other. */
export function PutOnSale({ goods: { id, name, on_sale: isOnSale, stock } }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const putOn = useThrottledAction(async () => {
    await call('setGoodsOnSale', { body: { ids: [id], on_sale: true } });
    await Promise.all(
      (['listAllGoods', 'listGoods'] as const).map((one) =>
        client.invalidateQueries({ queryKey: queryKey(one) }),
      ),
    );
  });
  if (isOnSale || stock === 0) return null;
  return (
    <Callout tone="warn">
      {t('stock.isOffSale', { name })}
      <Allowed to="setGoodsOnSale">
        <ThrottledButton action={putOn} size="xs" mt="xs" display="block">
          {t('goods.putOn')}
        </ThrottledButton>
      </Allowed>
    </Callout>
  );
}
