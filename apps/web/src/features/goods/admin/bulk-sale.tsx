import { Button } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged } from './use-goods-changed.ts';

/** Puts the selected products on sale, or takes them off. */
export function BulkSale({ goods, onDone }: { goods: readonly AdminGoods[]; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const set = (onSale: boolean) => async () => {
    await call('setGoodsOnSale', { body: { ids: goods.map(({ id }) => id), on_sale: onSale } });
    await changed();
    onDone();
  };
  const putOn = useThrottledAction(set(true));
  const takeOff = useThrottledAction(set(false));
  return (
    <div className={classes.bulk}>
      <strong aria-live="polite">{t('goods.chosen', { number: goods.length })}</strong>
      <ThrottledButton size="xs" action={putOn}>
        {t('goods.putOn')}
      </ThrottledButton>
      <ThrottledButton size="xs" variant="default" action={takeOff}>
        {t('goods.takeOff')}
      </ThrottledButton>
      <Button size="xs" variant="subtle" onClick={onDone}>
        {t('goods.chooseNone')}
      </Button>
    </div>
  );
}
