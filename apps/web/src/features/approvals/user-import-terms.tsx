import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Money } from '../../ui/data/money.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Fact, textOf, type Terms } from './fact.tsx';
import classes from './pending-proposals.module.css';

/** A file of users with balances. The approver can read its lines first. */
export function UserImportTerms({ terms }: { terms: Terms }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const id = textOf(terms, 'import');
  const save = useThrottledAction(() =>
    downloadFile('exportUserImport', { params: { id } }, `user-import-${id}.csv`),
  );
  return (
    <>
      <dl className={classes.terms}>
        <Fact name={t('userImports.file')}>{textOf(terms, 'file')}</Fact>
        <Fact name={t('userImports.users')}>
          <strong>{Number(terms['users']).toLocaleString(language)}</strong>
        </Fact>
        <Fact name={t('userImports.total')}>
          <strong>
            <Money amount={textOf(terms, 'total')} />
          </strong>
        </Fact>
        <Fact name={t('userImports.skipped')}>{Number(terms['skipped']).toLocaleString(language)}</Fact>
      </dl>
      <Allowed to="exportUserImport">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.7} />}
          loading={save.isRunning}
          disabled={save.isDisabled}
          onClick={() => void save.run()}
          style={{ justifySelf: 'start' }}
        >
          {t('userImports.download')}
        </Button>
      </Allowed>
    </>
  );
}
