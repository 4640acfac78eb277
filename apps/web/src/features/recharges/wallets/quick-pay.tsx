import type { Data, Recharge } from '@portside/contract';
import { IconQrcode } from '@tabler/icons-react';
import { useState, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction, type ThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { deepLinksFor } from '../../../lib/wallet/deep-links.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './wallets.module.css';
import { PaymentProblem } from '../notices.tsx';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Button } from '@mantine/core';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { QrCode } from '../../../ui/data/qr-tile.tsx';
import { FoldedOnPhones } from '../payment/pay-details.tsx';

const TICKET_MINUTES = 10;

type QuickPayProps = { recharge: Recharge; isRecommended: boolean };

/** Opens this payment in a wallet app's browser: by QR code from a desktop, first of all by links on the phone. */
export function QuickPay({ recharge, isRecommended }: QuickPayProps) {
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

type WalletWaysProps = {
  /** What the QR code contains and the reader may copy. */
  text: string;
  scan: string;
  links: readonly { readonly name: string; readonly href: string }[];
  onOpen?: (() => void) | undefined;
  /** Below the links. */
  notice?: ReactNode;
  /** Beside the button that copies. */
  tool: ReactNode;
  hint: string;
};

/**
 * Ways into a wallet app. On a phone the links come first, since the QR code is for another device; on a desktop the
 * code comes first.
 */
export function WalletWays(props: WalletWaysProps) {
  const links = <Links key="links" {...props} />;
  const code = <Code key="code" {...props} />;
  return (
    <div className={classes.quickPayWays}>{currentArea() === '/mobile' ? [links, code] : [code, links]}</div>
  );
}

function Code({ text, scan }: WalletWaysProps) {
  const { t } = useTranslation();
  return (
    <FoldedOnPhones summary={t('recharges.payment.qrShow')}>
      <figure className={classes.quickPayCode} aria-label={scan}>
        <QrCode text={text} />
        <figcaption>{scan}</figcaption>
      </figure>
    </FoldedOnPhones>
  );
}

function Links({ text, links, onOpen, notice, tool, hint }: WalletWaysProps) {
  const { t } = useTranslation('pay');
  return (
    <div className={classes.links}>
      <span className={classes.label}>
        {t(currentArea() === '/mobile' ? 'pages.ways.openHere' : 'pages.ways.openIn')}
      </span>
      <ul>
        {links.map(({ name, href }) => (
          <li key={name}>
            <Button
              component="a"
              href={href}
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
      {notice}
      <div className={classes.tools}>
        <CopyButton text={text} label={t('pages.ways.copyLink')} />
        {tool}
      </div>
      <p className={classes.quickPayHint}>{hint}</p>
    </div>
  );
}

/** An app that opens hides the page within this time. */
const LEFT_WITHIN_MS = 2_500;

/**
 * Whether a wallet app's link led nowhere. Browsers do not report it, but a page that is still visible was not left.
 */
function useMissingApp(): { isMissing: boolean; onOpen: () => void } {
  const [isMissing, setIsMissing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onOpen = () => {
    setIsMissing(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsMissing(document.visibilityState === 'visible'), LEFT_WITHIN_MS);
  };
  return { isMissing, onOpen };
}
