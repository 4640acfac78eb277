import type { Order } from '@portside/contract';
import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { focusNow } from '../../../lib/browser/focus-now.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { AccountsTools } from './accounts-tools.tsx';
import { AccountsView } from './accounts-view.tsx';
import { ErasedPicture } from './erased-picture.tsx';
import classes from './order-accounts.module.css';

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
          <AccountsTools orderNo={order.order_no} />
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
