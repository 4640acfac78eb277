import { Anchor } from '@mantine/core';
import { formatBalance } from '@portside/contract/wire/money';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatUsdtBalance } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import type { Obstacle } from './obstacle.ts';
import classes from './obstacle-line.module.css';

type Props = {
  id: string;
  area: '/client' | '/mobile';
  goodsId: string;
  obstacle: Obstacle | undefined;
};

/** Why the button is disabled, with a link that helps. The line keeps its height while empty. */
export function ObstacleLine({ id, area, goodsId, obstacle }: Props) {
  const { t } = useTranslation();
  const wording = useObstacleWording();
  const back = encodeURIComponent(`${area}/purchase-account?goods=${goodsId}`);
  return (
    <p id={id} className={`${classes.line} figures`} aria-live="polite">
      {obstacle && wording(obstacle)}
      {obstacle?.kind === 'signIn' && (
        <Anchor component={Link} to={`/login?redirect=${back}`} inherit fw={600}>
          {t('orders.confirm.signIn')}
        </Anchor>
      )}
      {obstacle?.kind === 'balance' && (
        <Anchor component={Link} to={`${area}/amount-recharge`} inherit fw={600}>
          {t('orders.confirm.topUp')}
        </Anchor>
      )}
    </p>
  );
}

function useObstacleWording(): (obstacle: Obstacle) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = (figure: number) => figure.toLocaleString(language);
  return (obstacle) => {
    switch (obstacle.kind) {
      case 'quantity':
        return t('orders.obstacle.quantity', { least: count(obstacle.least), most: count(obstacle.most) });
      case 'stock':
        return obstacle.left === 0
          ? t('orders.obstacle.soldOut')
          : t('orders.obstacle.stock', { left: count(obstacle.left) });
      case 'balance':
        return t('orders.obstacle.balance', {
          amount: formatUsdtBalance(formatBalance(obstacle.missingMicro), language),
        });
      default:
        return t(`orders.obstacle.${obstacle.kind}`);
    }
  };
}
