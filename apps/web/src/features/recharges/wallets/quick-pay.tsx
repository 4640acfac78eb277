import type { Data, Recharge } from '@portside/contract';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction, type ThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { deepLinksFor } from '../../../lib/wallet/deep-links.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './quick-pay.module.css';
import { useMissingApp } from './use-missing-app.ts';
import { WalletWays } from './wallet-ways.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import { usePunctuation } from '../../../locales/punctuation.ts';

const TICKET_MINUTES = 10;

type Props = { recharge: Recharge; isRecommended: boolean };

/** Opens this payment in a wallet app's browser: by QR code from a desktop, first of all by links on the phone. */
export function QuickPay({ recharge, isRecommended }: Props) {
  const { t } = useTranslation('pay');
  const isPhone = currentArea() === '/mobile';
  const [ticket, setTicket] = useState<Data<'createTicket'> | null>(null);
  const ask = useThrottledAction(async () => {
    setTicket(await call('createTicket', { params: { order_id: recharge.order_id } }));
  });
  if (recharge.sub_state !== 'waiting') return null;
  return (
    <Panel
      title={t('pages.ways.quick')}
      aside={isRecommended && <StatusBadge tone="info">{t('pages.ways.recommended')}</StatusBadge>}
    >
      <p className={classes.text}>{t('pages.ways.quickText')}</p>
      {ticket === null ? (
        <ThrottledButton
          action={ask}
          size="md"
          fullWidth
          variant={isRecommended ? 'filled' : 'default'}
          leftSection={!isPhone && <IconQrcode size={19} stroke={1.7} aria-hidden />}
        >
          {t(isPhone ? 'pages.ways.quickChoose' : 'pages.ways.quickShow')}
        </ThrottledButton>
      ) : (
        <Opened ticket={ticket} recharge={recharge} again={ask} />
      )}
    </Panel>
  );
}

type OpenedProps = {
  ticket: Data<'createTicket'>;
  recharge: Recharge;
  /** Makes another ticket. */
  again: ThrottledAction;
};

function Opened({ ticket, recharge, again }: OpenedProps) {
  const { t } = useTranslation('pay');
  const { sentences } = usePunctuation();
  const { isMissing, onOpen } = useMissingApp();
  const links = deepLinksFor(recharge.type).map(({ name, href }) => ({
    name,
    href: href(ticket.url, recharge.type),
  }));
  return (
    <WalletWays
      text={ticket.url}
      scan={t('pages.ways.scan')}
      links={links}
      onOpen={onOpen}
      notice={isMissing && <PaymentProblem problem="notInstalled" network={recharge.type} />}
      tool={
        <ThrottledButton action={again} size="xs" variant="subtle">
          {t('pages.ways.another')}
        </ThrottledButton>
      }
      hint={sentences(t('pages.ways.codeEnds', { minutes: TICKET_MINUTES }), t('pages.ways.untested'))}
    />
  );
}
