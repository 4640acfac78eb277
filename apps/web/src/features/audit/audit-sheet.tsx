import { Table } from '@mantine/core';
import type { AuditEntry } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import classes from './audit-sheet.module.css';
import { changesOf } from './changes.ts';

/** One entry whole: who, when, from where, and what it changed. */
export function AuditSheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changes = changesOf(entry.before, entry.after);
  return (
    <Sheet title={entry.action} side="end" size={560} onClose={onClose}>
      <dl className={classes.facts}>
        <dt>{t('audit.field.at')}</dt>
        <dd className="figures">{formatDateTime(entry.at, language)}</dd>
        <dt>{t('audit.field.username')}</dt>
        <dd>{entry.actor}</dd>
        <dt>{t('audit.field.subject')}</dt>
        <dd>
          <code>{entry.subject}</code>
        </dd>
        <dt>{t('audit.field.address')}</dt>
        <dd>{entry.address || '–'}</dd>
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
      {changes.length > 0 && (
        <Table className={classes.changes} verticalSpacing="xs" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('audit.change.name')}</Table.Th>
              <Table.Th>{t('audit.change.before')}</Table.Th>
              <Table.Th>{t('audit.change.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map(({ name, before, after }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td className={classes.value}>{before}</Table.Td>
                <Table.Td className={classes.value}>{after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Sheet>
  );
}
