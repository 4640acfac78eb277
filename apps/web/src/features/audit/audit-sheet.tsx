import type { AuditEntry } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './audit-sheet.module.css';
import { FactChanges } from './fact-changes.tsx';
import { Subject } from './subject.tsx';
import { useActionLabel } from './use-action-label.ts';

/** One audit entry in full: who, when, from where, and what it changed. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const actionWord = useActionLabel();
  return (
    <Sheet title={actionWord(entry.action)} side="end" size={620} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>{t('audit.field.subject')}</dt>
        <dd>
          <Subject entry={entry} />
        </dd>
        <dt>{t('audit.field.username')}</dt>
        <dd>{entry.user_id === null ? t('audit.job', { name: entry.actor }) : entry.actor}</dd>
        <dt>{t('audit.field.at')}</dt>
        <dd className="figures">{formatDateTime(entry.at, language)}</dd>
        <dt>{t('audit.field.address')}</dt>
        <dd>{entry.address || '–'}</dd>
      </dl>
      <FactChanges entry={entry} />
      <h3 className={classes.heading}>{t('audit.evidence')}</h3>
      <dl className={classes.facts}>
        <dt>{t('audit.field.entry')}</dt>
        <dd className="figures">{entry.id}</dd>
        <dt>{t('audit.field.code')}</dt>
        <dd>
          <code>{entry.action}</code> · <code>{entry.subject}</code>
        </dd>
        <dt>{t('audit.field.request')}</dt>
        <dd>
          <code>{entry.request_id}</code>
        </dd>
        <dt>{t('audit.field.hash')}</dt>
        <dd className={classes.hash}>
          <code>{entry.hash}</code>
          <CopyButton text={entry.hash} />
        </dd>
      </dl>
    </Sheet>
  );
}
