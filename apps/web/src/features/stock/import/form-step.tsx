import { Button, Checkbox, Skeleton } from '@mantine/core';
import type { ImportForm } from '@portside/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { FailedState } from '../../../ui/messages/failed-state.tsx';
import { CsvFields } from './csv-fields.tsx';
import type { ImportSource } from './import-source.ts';
import classes from './import-wizard.module.css';
import { previewImport } from './preview-import.ts';
import { PreviewTable } from './preview-table.tsx';

type Props = {
  source: ImportSource;
  beginning: string;
  /** null: as the server detects it. */
  form: ImportForm | null;
  onForm: (form: ImportForm) => void;
  onBack: () => void;
  onStart: (form: ImportForm) => void;
};

/** How the lines are read, a preview, and the confirmation of the right to sell them. */
export function FormStep({ source, beginning, form, onForm, onBack, onStart }: Props) {
  const { t } = useTranslation('admin');
  const [hasRight, setHasRight] = useState(false);
  const { format } = source.goods;
  const preview = useQuery({
    queryKey: ['previewImport', beginning, format, form],
    queryFn: ({ signal }) => previewImport(beginning, format, form, signal),
    placeholderData: keepPreviousData,
  });
  const found = preview.data;
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('stock.import.back')}
    </Button>
  );
  if (preview.isError && !found)
    return (
      <div className={classes.step}>
        {form && (
          <CsvFields
            form={form}
            separator={format.separator}
            columns={format.columns}
            sample={[]}
            onForm={onForm}
          />
        )}
        <FailedState onRetry={() => void preview.refetch()} />
        <div className={classes.buttons}>{back}</div>
      </div>
    );
  if (!found) return <Skeleton height={360} />;
  const { open_line: openLine } = found;
  const used = preview.isPlaceholderData && form ? form : found.form;
  return (
    <div className={classes.step}>
      <CsvFields
        form={used}
        separator={format.separator}
        columns={format.columns}
        sample={found.lines[0]?.fields ?? []}
        onForm={onForm}
      />
      {openLine !== null && <OpenQuoteWarning line={openLine} />}
      <PreviewTable lines={found.lines} />
      <Checkbox
        checked={hasRight}
        onChange={({ currentTarget }) => setHasRight(currentTarget.checked)}
        label={t('stock.import.right')}
        description={t('stock.import.barred')}
      />
      <div className={classes.buttons}>
        {back}
        <Button
          disabled={!hasRight || found.lines.length === 0 || preview.isPlaceholderData}
          onClick={() => onStart(found.form)}
        >
          {t('stock.import.start')}
        </Button>
      </div>
    </div>
  );
}

/** A quote that nothing closes would swallow the rows after it. */
function OpenQuoteWarning({ line }: { line: number }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <Callout
      tone="warn"
      icon={<IconAlertTriangle size={18} />}
      title={t('stock.import.openQuote.title', { line: line.toLocaleString(language) })}
    >
      {t('stock.import.openQuote.text')}
    </Callout>
  );
}
