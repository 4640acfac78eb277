import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useEntry, useNavigate } from '../../../lib/site-location.tsx';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CompassPicture, SpyglassPicture } from '../../../ui/pictures/pictures.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './wallets.module.css';

type Props = { renderPayment: (orderId: string, token: string) => ReactNode };

/**
 * A ticket is exchanged only by a click: link previews and scanners must not use it up. The result is kept for this
 * tab, and the ticket is removed from the URL.
 */
export function TicketGate({ renderPayment }: Props) {
  const { t } = useTranslation('pay');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useEntry();
  const ticket = useTicket();
  const [pass, setPass] = useState<TicketSession | null>(() =>
    ticket === null ? readTicketSession() : null,
  );
  const [refused, setRefused] = useState<'invalid' | 'ended' | null>(null);
  const open = useThrottledAction(async () => {
    try {
      const { token, recharge } = await call('openTicket', { body: { ticket: ticket ?? '' } }, QUIET);
      client.setQueryData(queryKey('readRecharge', { params: { order_id: recharge.order_id } }), recharge);
      const opened = { token, orderId: recharge.order_id };
      keepTicketSession(opened);
      setPass(opened);
      void navigate(pathname, { replace: true });
    } catch (error) {
      if (!isRefusal(error, ...QUIET.quietFor)) throw error;
      setRefused(isRefusal(error, 'rechargeEnded') ? 'ended' : 'invalid');
    }
  });

  if (pass !== null) return renderPayment(pass.orderId, pass.token);
  const about = ticket === null ? 'missing' : refused;
  if (about !== null) {
    return (
      <Panel>
        <EmptyState
          picture={<SpyglassPicture />}
          title={t(`pages.ticket.${about}`)}
          text={t(`pages.ticket.${about}Text`)}
        />
      </Panel>
    );
  }
  return (
    <Panel>
      <div className={classes.gate}>
        <CompassPicture />
        <h2>{t('pages.ticket.title')}</h2>
        <p>{t('pages.ticket.text')}</p>
        <ThrottledButton action={open} size="md">
          {t(open.isRunning ? 'pages.ticket.opening' : 'pages.ticket.open')}
        </ThrottledButton>
      </div>
    </Panel>
  );
}

/** The ticket of the link's fragment. One in the query, as older links have it, is moved there. */
function useTicket(): string | null {
  const { pathname, search, hash } = useEntry();
  const navigate = useNavigate();
  const older = new URLSearchParams(search).get('ticket');
  useEffect(() => {
    if (older !== null) void navigate(`${pathname}#ticket=${older}`, { replace: true });
  }, [older, pathname, navigate]);
  return older ?? new URLSearchParams(hash.slice(1)).get('ticket');
}

const QUIET = { quietFor: ['ticketInvalid', 'invalidFormat', 'rechargeEnded'] } as const;

/** What a ticket was exchanged for: a token that shows and pays one top-up. */
type TicketSession = { readonly token: string; readonly orderId: string };

const NAME = 'portside-payment';

/** Fallback for browsers without storage, such as some wallets'. */
let remembered: TicketSession | null = null;

/** Stored for this tab only; gone when it closes. */
function keepTicketSession(pass: TicketSession): void {
  remembered = pass;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(pass));
  } catch {
    // Kept in memory until the page is left.
  }
}

function readTicketSession(): TicketSession | null {
  if (remembered !== null) return remembered;
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<TicketSession> | null;
    return typeof kept?.token === 'string' && typeof kept.orderId === 'string'
      ? (kept as TicketSession)
      : null;
  } catch {
    return null;
  }
}
