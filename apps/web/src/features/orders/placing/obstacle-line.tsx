import { Anchor, Button } from '@mantine/core';
import { formatBalance, formatMicro } from '@portside/contract/wire/money';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../../lib/format/format-money.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import type { Obstacle } from './obstacle.ts';
import classes from './obstacle-line.module.css';
import { minimumAbove, topUpAmount } from './top-up-amount.ts';

type Props = {
  id: string;
  area: '/client' | '/mobile';
  obstacle: Obstacle | undefined;
  /** Where to come back to after signing in. */
  back: string;
  /** Called before a link leads away from the form. */
  onLeave: () => void;
};

/** Why the button is disabled, with what helps. The line keeps its height while empty. */
export function ObstacleLine({ id, area, obstacle, back, onLeave }: Props) {
  const { t } = useTranslation();
  const wording = useObstacleWording();
  const redirect = `redirect=${encodeURIComponent(back)}`;
  return (
    <>
      {obstacle?.kind === 'signIn' && (
        <Button component={Link} to={`/login?mode=register&${redirect}`} color="signal.6" onClick={onLeave}>
          {t('product.order.signUp')}
        </Button>
      )}
      {obstacle?.kind === 'balance' && (
        <TopUp area={area} missingMicro={obstacle.missingMicro} onLeave={onLeave} />
      )}
      <p id={id} className={`${classes.line} figures`} aria-live="polite">
        {obstacle && wording(obstacle)}
        {obstacle?.kind === 'signIn' && (
          <Anchor component={Link} to={`/login?${redirect}`} inherit fw={600} onClick={onLeave}>
            {t('product.order.signIn')}
          </Anchor>
        )}
      </p>
    </>
  );
}

type TopUpProps = { area: '/client' | '/mobile'; missingMicro: bigint; onLeave: () => void };

/** Leads to a top-up that is filled in with what is missing. */
function TopUp({ area, missingMicro, onLeave }: TopUpProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const config = useStored((s) => s.webConfig);
  const amount = config && topUpAmount(missingMicro, config);
  const query = new URLSearchParams({
    ...(amount !== null && { amount }),
    missing: formatMicro(missingMicro),
  });
  return (
    <Button
      component={Link}
      to={`${area}/amount-recharge?${query}`}
      color="signal.6"
      className="figures"
      onClick={onLeave}
    >
      {amount === null
        ? t('product.order.topUp')
        : t('product.order.topUpBy', { amount: new Intl.NumberFormat(language).format(Number(amount)) })}
    </Button>
  );
}

function useObstacleWording(): (obstacle: Obstacle) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const config = useStored((s) => s.webConfig);
  const count = (figure: number) => figure.toLocaleString(language);
  return (obstacle) => {
    switch (obstacle.kind) {
      case 'quantity':
        return t('product.obstacle.quantity', { least: count(obstacle.least), most: count(obstacle.most) });
      case 'stock':
        return obstacle.left === 0
          ? t('product.obstacle.soldOut')
          : t('product.obstacle.stock', { left: count(obstacle.left) });
      case 'balance': {
        const amount = formatUsdtBalance(formatBalance(obstacle.missingMicro), language);
        const minimum = config && minimumAbove(obstacle.missingMicro, config);
        return minimum === null
          ? t('product.obstacle.balance', { amount })
          : t('product.obstacle.minimum', { amount, minimum: formatUsdtBalance(minimum, language) });
      }
      default:
        return t(`product.obstacle.${obstacle.kind}`);
    }
  };
}
