import { Anchor } from '@mantine/core';
import type { Report } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import classes from './takedown-request-sheet.module.css';
import { TakedownRequestBadge } from './takedown-request-badge.tsx';
import { RefuseForm } from './refuse-form.tsx';
import { UpholdForm } from './uphold-form.tsx';

const WIDTH_PX = 620;

/** One takedown request and the two decisions about it. */
export function TakedownRequestSheet({ report, onClose }: { report: Report; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { sentences } = usePunctuation();
  const { settled_at: settledAt } = report;
  return (
    <Sheet title={report.subject} side="end" size={WIDTH_PX} onClose={onClose}>
      <p className={classes.head}>
        <TakedownRequestBadge state={report.state} />
        <Anchor href={`mailto:${report.email}`}>{report.email}</Anchor>
        <time dateTime={report.created_at}>{formatDateTime(report.created_at, language)}</time>
      </p>
      <p className={classes.explanation}>{report.explanation}</p>
      {settledAt !== null && (
        <p className={classes.quiet}>
          {sentences(
            t('reports.settled', { name: report.settled_by ?? '–', at: formatDateTime(settledAt, language) }),
            report.reason,
          )}
        </p>
      )}
      {report.state === 'open' && (
        <>
          <Allowed to="upholdReport">
            <UpholdForm report={report} onDone={onClose} />
          </Allowed>
          <Allowed to="refuseReport">
            <RefuseForm id={report.id} onDone={onClose} />
          </Allowed>
        </>
      )}
    </Sheet>
  );
}
