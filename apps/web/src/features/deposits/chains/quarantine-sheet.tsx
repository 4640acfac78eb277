import type { QuarantinedLog } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { call } from '../../../lib/api/call.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { networkName } from '../../../lib/networks.ts';
import { useFindings } from '../../../locales/use-findings.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Fact, Facts, LongText } from '../../../ui/data/facts.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { QuarantineBadge } from './quarantine-columns.tsx';
import { ReasonForm } from '../../../ui/fields/reason-form.tsx';

const WIDTH_PX = 620;

/** One quarantined log: its position, the rule it breaks, and its review. */
export function QuarantineSheet({ log, onClose }: { log: QuarantinedLog; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordFindings = useFindings();
  const client = useQueryClient();
  const review = async (reason: string, send: typeof call) => {
    await send('reviewQuarantinedLog', { params: { id: log.id }, body: { reason } });
    toastSuccess('quarantine', t('chains.aside.done'));
    await client.invalidateQueries();
    onClose();
  };
  const { reviewed_at: at, reviewed_by: by } = log;
  return (
    <Sheet title={t('chains.aside.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      <Facts>
        <Fact name={t('chains.aside.field.reason')}>{wordFindings(log.reason)}</Fact>
        <Fact name={t('chains.aside.field.state')}>
          <QuarantineBadge state={log.state} />
        </Fact>
        <Fact name={t('chains.aside.field.type')}>{networkName(log.type)}</Fact>
        <Fact name={t('chains.aside.field.tx_hash')}>
          <LongText text={log.tx_hash} link={{ href: log.tx_url, label: t('deposits.explorer') }} />
        </Fact>
        <Fact name={t('chains.aside.field.place')}>
          <span className="figures">
            {log.block_number} · {log.ordinal}
          </span>
        </Fact>
        {at && (
          <Fact name={t('chains.aside.review', { name: by ?? '–', at: formatDateTime(at, language) })}>
            {log.review}
          </Fact>
        )}
      </Facts>
      {log.state === 'open' && (
        <Allowed to="reviewQuarantinedLog">
          <ReasonForm
            hint={t('chains.aside.hint')}
            label={t('chains.aside.ask')}
            submit={t('chains.aside.submit')}
            onSubmit={review}
          />
        </Allowed>
      )}
    </Sheet>
  );
}
