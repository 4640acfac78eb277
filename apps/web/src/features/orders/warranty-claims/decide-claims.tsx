import { Button, Textarea } from '@mantine/core';
import type { AdminWarrantyClaim, Data } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { errorNameOf } from '@portside/contract/wire/errors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type RequestOf } from '../../../lib/api/call.ts';
import { useMay } from '../../../lib/api/permissions.ts';
import { query } from '../../../lib/api/query.ts';
import { useUnsaved } from '../../../lib/browser/unsaved.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import type { TextKey } from '../../../locales/text-key.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ChosenBar } from '../../../ui/table/list-table.tsx';
import classes from './warranty-claims.module.css';

type Decision = RequestOf<'decideWarrantyClaims'>['body']['decision'];
type Outcomes = Data<'decideWarrantyClaims'>['items'];

type Props = { claims: readonly AdminWarrantyClaim[]; onDone: () => void };

/** Decides the chosen claims the same way, with one answer to their buyers; shows what became of each. */
export function DecideClaims({ claims, onDone }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null);
  const open = claims.filter(({ state }) => state === 'open');
  const number = open.length.toLocaleString(language);
  return (
    <ChosenBar number={claims.length} onNone={onDone}>
      <Button size="xs" disabled={open.length === 0} onClick={() => setIsOpen(true)}>
        {t('warrantyClaims.several.open')}
      </Button>
      {isOpen && (
        <Sheet
          title={t('warrantyClaims.several.title', { number })}
          side="end"
          size={560}
          // What was decided is not chosen any more.
          onClose={() => (outcomes ? onDone() : setIsOpen(false))}
        >
          {outcomes ? (
            <OutcomeList outcomes={outcomes} onDone={onDone} />
          ) : (
            <Decisions claims={open} onDecided={setOutcomes} />
          )}
        </Sheet>
      )}
    </ChosenBar>
  );
}

type DecisionsProps = Pick<Props, 'claims'> & { onDecided: (outcomes: Outcomes) => void };

function Decisions({ claims, onDecided }: DecisionsProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const client = useQueryClient();
  const ids = claims.map(({ id }) => id);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { data: sums } = useQuery(query('previewClaimDecisions', { body: { ids } }));
  const written = reason.trim();
  useUnsaved(() => written !== '');
  function mayAsk(): boolean {
    setIsMissing(written.length < SHORTEST_REASON);
    return written.length >= SHORTEST_REASON;
  }
  const decide = (decision: Decision) => async () => {
    const { items } = await call('decideWarrantyClaims', { body: { ids, decision, reason: written } });
    onDecided(items);
    await client.invalidateQueries();
  };
  const amount = sums ? `${formatUsdt(sums.amount, language)} USDT` : '…';
  const figure = (value: number | undefined) => value?.toLocaleString(language) ?? '…';
  return (
    <div className={classes.several}>
      <p className="figures">
        {t('warrantyClaims.several.sums', {
          open: figure(sums?.open),
          accounts: figure(sums?.accounts),
          amount,
        })}
      </p>
      {sums !== undefined && sums.second_person > 0 && (
        <p>{t('warrantyClaims.several.second', { count: sums.second_person })}</p>
      )}
      <ul className={classes.outcomes}>
        {claims.map((claim) => (
          <ChosenClaim key={claim.id} claim={claim} />
        ))}
      </ul>
      <Textarea
        label={t('warrantyClaims.say')}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        error={isMissing && t('warrantyClaims.sayMissing')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <DecisionButtons amount={amount} mayAsk={mayAsk} decide={decide} />
    </div>
  );
}

/** What a claim is about, in its buyer's words. */
function ChosenClaim({ claim }: { claim: AdminWarrantyClaim }) {
  const { t } = useTranslation('admin');
  const { order_no: number, buyer, goods, accounts, replaced, refunded, reason } = claim;
  return (
    <li>
      <code translate="no">{number}</code> {buyer.username} · {goods.name} ·{' '}
      {t('orders.accounts', { count: accounts - replaced - refunded })}
      <p className={classes.words}>{reason}</p>
    </li>
  );
}

type ButtonsProps = {
  amount: string;
  mayAsk: () => boolean;
  decide: (decision: Decision) => () => Promise<void>;
};

function DecisionButtons({ amount, mayAsk, decide }: ButtonsProps) {
  const { t } = useTranslation('admin');
  const may = useMay();
  return (
    <div className={classes.answers}>
      {may('refundOrder') && (
        <ConfirmButton
          mayAsk={mayAsk}
          question={t('warrantyClaims.several.askRefund', { amount })}
          onConfirm={decide('refund')}
        >
          {t('warrantyClaims.do.refund')}
        </ConfirmButton>
      )}
      <ConfirmButton
        variant="light"
        mayAsk={mayAsk}
        question={t('warrantyClaims.several.askReplace')}
        onConfirm={decide('replace')}
      >
        {t('warrantyClaims.do.replace')}
      </ConfirmButton>
      <ConfirmButton
        variant="light"
        color="red"
        mayAsk={mayAsk}
        question={t('warrantyClaims.several.askRefuse')}
        onConfirm={decide('refuse')}
      >
        {t('warrantyClaims.do.refuse')}
      </ConfirmButton>
    </div>
  );
}

function OutcomeList({ outcomes, onDone }: { outcomes: Outcomes; onDone: () => void }) {
  const { t } = useTranslation(['admin', 'translation']);
  const reasonOf = (code: number | null): string => {
    const name = code === null ? undefined : errorNameOf(code);
    return name ? t(`errors.${name}` as TextKey<'admin'>) : String(code);
  };
  return (
    <div className={classes.several} aria-live="polite">
      <ul className={classes.outcomes}>
        {outcomes.map(({ id, order_no: number, outcome, code }) => (
          <li key={id} data-outcome={outcome}>
            <code translate="no">{number ?? id}</code> {t(`warrantyClaims.several.outcome.${outcome}`)}
            {outcome === 'failed' && `: ${reasonOf(code)}`}
          </li>
        ))}
      </ul>
      <Button onClick={onDone}>{t('warrantyClaims.several.close')}</Button>
    </div>
  );
}
