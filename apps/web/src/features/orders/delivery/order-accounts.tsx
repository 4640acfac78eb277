import type { Order } from '@portside/contract';
import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { focusNow } from '../../../lib/browser/screen.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { AccountsTools } from './accounts-tools.tsx';
import { AccountsView } from './accounts-view.tsx';
import classes from './delivery.module.css';
import { Picture } from '../../../ui/pictures/pictures.tsx';

/** The accounts of an order: masked until the buyer shows them, deleted after the retention period. */
export function OrderAccounts({ order }: { order: Order }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isShown, setIsShown] = useState(false);
  const date = formatDateTime(order.accounts_deleted_at, language);
  if (order.accounts_deleted)
    return (
      <EmptyState
        picture={<ErasedPicture />}
        title={t('orders.accounts.erasedTitle')}
        text={t('orders.accounts.erased', { date })}
      />
    );
  return (
    <section className={classes.accounts}>
      <header className={classes.head}>
        <h3 className={classes.title}>{t('orders.accounts.title')}</h3>
        <div className={classes.tools}>
          <AccountsTools orderNo={order.order_no} areShown={isShown} />
        </div>
      </header>
      {isShown ? (
        <>
          <Button
            ref={focusNow}
            className={classes.hide}
            variant="subtle"
            size="xs"
            leftSection={<IconEyeOff size={16} />}
            onClick={() => setIsShown(false)}
          >
            {t('orders.accounts.hide')}
          </Button>
          <AccountsView orderNo={order.order_no} />
        </>
      ) : (
        <Masked lines={order.quantity} onShow={() => setIsShown(true)} />
      )}
      <p className={classes.erase}>{t('orders.accounts.eraseAt', { date })}</p>
    </section>
  );
}

const MOST_MASKED_LINES = 4;
const DOTS = ['•'.repeat(34), '•'.repeat(18), '•'.repeat(14)].join('   ');

function Masked({ lines, onShow }: { lines: number; onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.mask}>
      <div className={classes.dots} aria-hidden>
        {Array.from({ length: Math.min(lines, MOST_MASKED_LINES) }, (_, line) => (
          <span key={line}>{DOTS}</span>
        ))}
      </div>
      <div className={classes.ask}>
        <Button leftSection={<IconEye size={17} />} onClick={onShow}>
          {t('orders.accounts.show')}
        </Button>
        <span>{t('orders.accounts.masked')}</span>
      </div>
    </div>
  );
}

/** An empty crate: the account data was deleted. */
const ErasedPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 100" width={size}>
    <ellipse cx="66" cy="84" rx="54" ry="9" fill="var(--wash)" stroke="none" />
    <path d="M34 30h64v48H34z" fill="var(--ground)" strokeDasharray="6 6" />
    <path d="M34 46h64" strokeDasharray="6 6" opacity=".6" />
    <path d="M54 54h24v14H54z" fill="var(--tint)" />
    <path d="M59 61h14" />
    <path d="M12 82c9 6 18 6 27 0s18-6 27 0 18 6 27 0 18-6 27 0" stroke="var(--signal)" strokeWidth="3" />
    <path d="M30 93c6 4 12 4 18 0s12-4 18 0 12 4 18 0 12-4 18 0" opacity=".45" />
  </Picture>
);
