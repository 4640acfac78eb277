import { Button } from '@mantine/core';
import type { Network, Proposal } from '@portside/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { AddressText } from '../../ui/data/address-text.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { Fold } from '../../ui/layout/panel.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './proposals.module.css';
import { DueTime, ProposalCard, useProposalActions } from './proposal-card.tsx';
import { textOf } from './fact.tsx';

const REFRESH_MS = 60_000;
const WIDTH_PX = 720;
/** At most one per network can be open. */
const MOST = 20;

/**
 * Shown above every page to every role: pending changes of receiving addresses, with a way to reject them. The page
 * below stays hidden until it is known whether there are any, a second at most, or it would move under the pointer.
 */
export function AddressChangeAlert({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('admin');
  const [openId, setOpenId] = useState<string | null>(null);
  const { approve, veto } = useProposalActions();
  const {
    data: waiting = [],
    isPending,
    failureCount,
  } = useQuery({
    ...query(
      'listProposals',
      { query: { state: 'open', kind: 'treasuryChangeApproved', limit: MOST } },
      { isQuiet: true },
    ),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  const open = waiting.find(({ id }) => id === openId);
  const isUnknown = isPending && failureCount === 0;
  return (
    <>
      {waiting.length > 0 && (
        <section className={classes.watch} aria-label={t('approvals.addresses')}>
          {waiting.map((proposal) => (
            <Callout key={proposal.id} tone="bad" icon={<IconAlertTriangle size={20} />}>
              <div className={classes.line}>
                <Change proposal={proposal} />
                <Button size="compact-sm" color="red" onClick={() => setOpenId(proposal.id)}>
                  {t('approvals.look')}
                </Button>
              </div>
            </Callout>
          ))}
          {open && (
            <Sheet title={t('approvals.addresses')} size={WIDTH_PX} onClose={() => setOpenId(null)}>
              <ProposalCard
                proposal={open}
                onApprove={() => approve(open.id)}
                onVeto={(reason) => veto(open.id, reason)}
              />
            </Sheet>
          )}
        </section>
      )}
      <div className={isUnknown ? classes.unknown : undefined}>{children}</div>
    </>
  );
}

function Change({
  proposal: { terms, proposed_by: by, proposed_at, due_at: due, expires_at },
}: {
  proposal: Proposal;
}) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { pair, sentences } = usePunctuation();
  const at = (iso: string) => formatDateTime(iso, language);
  const changed = (['wallet', 'contract', 'checkout', 'factory'] as const).filter(
    (part) => textOf(terms, `${part}_address`) !== textOf(terms, `former_${part}_address`),
  );
  return (
    <Fold
      title={pair(networkName(textOf(terms, 'type') as Network), t('approvals.kind.treasuryChangeApproved'))}
    >
      {changed.map((part) => {
        const next = textOf(terms, `${part}_address`);
        const alike = textOf(terms, `${part}_looks_like`);
        return (
          <p key={part}>
            {pair(t(`paymentMethods.field.${part}`), next === '' ? t('approvals.none') : '')}
            {next !== '' && (
              <AddressText address={next} other={textOf(terms, `former_${part}_address`) || undefined} />
            )}
            {alike && (
              <strong className={classes.alike}>{t('approvals.looksLike', { address: alike })}</strong>
            )}
          </p>
        );
      })}
      <p>
        {sentences(
          t('approvals.by', { name: by ?? '–', at: at(proposed_at) }),
          !due && t('approvals.lapses', { at: at(expires_at) }),
        )}
      </p>
      {due && <DueTime at={due} />}
    </Fold>
  );
}
