import { Button } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { IconBoxMultiple, IconCopyPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Link } from '../../../lib/router/link.tsx';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

/** Actions on a product besides editing. */
export function GoodsActions({ goods, onOpen }: { goods: AdminGoods; onOpen: (goods: AdminGoods) => void }) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const [isOnSale, setIsOnSale] = useState(goods.on_sale);
  const turn = useThrottledAction(async () => {
    await call('setGoodsOnSale', { body: { ids: [goods.id], on_sale: !isOnSale } });
    setIsOnSale(!isOnSale);
    await changed();
  });
  const copy = useThrottledAction(async () => {
    const made = await call('copyGoods', { params: { id: goods.id } });
    toastSuccess('goods-copy', t('goods.copied'));
    await changed();
    onOpen(made);
  });
  return (
    <div className={classes.actions}>
      <StatusBadge tone={isOnSale ? 'good' : 'neutral'}>{t(`goods.sale.${isOnSale}`)}</StatusBadge>
      <Allowed to="setGoodsOnSale">
        <ThrottledButton size="xs" variant={isOnSale ? 'default' : 'filled'} action={turn}>
          {t(isOnSale ? 'goods.takeOff' : 'goods.putOn')}
        </ThrottledButton>
      </Allowed>
      <Allowed to="copyGoods">
        <ThrottledButton
          size="xs"
          variant="default"
          leftSection={<IconCopyPlus size={16} stroke={1.7} />}
          action={copy}
        >
          {t('goods.copy')}
        </ThrottledButton>
      </Allowed>
      <Button
        component={Link}
        to={`/admin/goods?tab=stock&goods_id=${goods.id}`}
        size="xs"
        variant="default"
        leftSection={<IconBoxMultiple size={16} stroke={1.7} />}
      >
        {t('goods.toStock')}
      </Button>
    </div>
  );
}
