import { Button } from '@mantine/core';
import type { Data, Recharge } from '@portside/contract';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction, type ThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { deepLinksFor } from '../../../lib/wallet/deep-links.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { QrCode } from '../../../ui/data/qr-code.tsx';
import { FoldedOnPhones } from '../folded-on-phones.tsx';
import classes from './quick-pay.module.css';
import { useMissingApp } from './use-missing-app.ts';
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

/** The ways into a wallet app: on a phone the links come first, as the code is for another device. */
function Opened({ ticket, recharge, again }: OpenedProps) {
  const isPhone = currentArea() === '/mobile';
  const links = <Links key="links" ticket={ticket} recharge={recharge} again={again} />;
  const code = <Code key="code" url={ticket.url} />;
  return <div className={classes.ways}>{isPhone ? [links, code] : [code, links]}</div>;
}

function Code({ url }: { url: string }) {
  const { t } = useTranslation('pay');
  const { t: shop } = useTranslation();
  return (
    <FoldedOnPhones summary={shop('recharges.payment.qrShow')}>
      <figure className={classes.code} aria-label={t('pages.ways.scan')}>
        <QrCode text={url} />
        <figcaption>{t('pages.ways.scan')}</figcaption>
      </figure>
    </FoldedOnPhones>
  );
}

function Links({ ticket, recharge, again }: OpenedProps) {
  const { t } = useTranslation('pay');
  const { sentences } = usePunctuation();
  const { isMissing, onOpen } = useMissingApp();
  return (
    <div className={classes.links}>
      <span className={classes.label}>
        {t(currentArea() === '/mobile' ? 'pages.ways.openHere' : 'pages.ways.openIn')}
      </span>
      <ul>
        {deepLinksFor(recharge.type).map(({ name, href }) => (
          <li key={name}>
            <Button
              component="a"
              href={href(ticket.url, recharge.type)}
              rel="noreferrer noopener"
              variant="default"
              size="sm"
              px={6}
              fullWidth
              onClick={onOpen}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {isMissing && <PaymentProblem problem="notInstalled" network={recharge.type} />}
      <div className={classes.tools}>
        <CopyButton text={ticket.url} label={t('pages.ways.copyLink')} />
        <ThrottledButton action={again} size="xs" variant="subtle">
          {t('pages.ways.another')}
        </ThrottledButton>
      </div>
      <p className={classes.hint}>
        {sentences(t('pages.ways.codeEnds', { minutes: TICKET_MINUTES }), t('pages.ways.untested'))}
      </p>
    </div>
  );
}
