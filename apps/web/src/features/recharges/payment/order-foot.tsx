import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import classes from './order-foot.module.css';

type Props = {
  orderId: string;
  /** What the buyer can do with the top-up. */
  children: ReactNode;
};

/** The end of a top-up's card: its number, and what can be done. */
export function OrderFoot({ orderId, children }: Props) {
  const { t } = useTranslation();
  return (
    <footer className={classes.foot}>
      <span className={classes.order}>
        {t('recharges.payment.orderId')} <code>{orderId}</code>
        <CopyButton text={orderId} name={t('recharges.copy.order')} />
      </span>
      {children !== false && <div className={classes.actions}>{children}</div>}
    </footer>
  );
}
