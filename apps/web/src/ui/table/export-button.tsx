import { Button, Menu } from '@mantine/core';
import type { ExportName, Request, TableFormat } from '@portside/contract';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import type { GuardedCall } from '../../lib/api/permissions.ts';
import { Allowed } from '../layout/allowed.tsx';
import type { RequestOf } from '../../lib/api/call.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';

type Props = {
  /** The endpoint that returns the file. */
  of: ExportName & GuardedCall;
  onExport: (format: TableFormat) => Promise<void>;
};

/** Downloads a table as a file, where the role allows it. Busy until the file has arrived. */
export function ExportButton({ of, onExport }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Allowed to={of}>
      <FileMenu
        label={t('table.export')}
        forms={{ xlsx: t('table.xlsx'), csv: t('table.csv') }}
        onSave={onExport}
      />
    </Allowed>
  );
}

type FileMenuProps = {
  label: string;
  forms: Record<TableFormat, string>;
  onSave: (format: TableFormat) => Promise<void>;
  isDisabled?: boolean;
};

/** One button for a table as a file: for spreadsheets, whose language does not matter, or for programs. */
export function FileMenu({ label, forms, onSave, isDisabled = false }: FileMenuProps) {
  const save = useThrottledAction(onSave);
  return (
    <Menu position="bottom-end" shadow="md" radius="md">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={save.isRunning}
          disabled={save.isDisabled || isDisabled}
          leftSection={<IconDownload size={16} stroke={1.7} />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void save.run(format)}>
            {forms[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type FilterOf<N extends ExportName> = Request<N> extends { query: infer Q } ? Q : never;

/** Paging and sorting, which a file does not use. */
type Shown = { readonly limit?: number; readonly cursor?: string; readonly sort?: string };

/** Downloads all rows that match the filter, in the list's default order, as `filename` with its ending. Throws ApiError. */
export function downloadTable<N extends ExportName>(
  name: N,
  query: FilterOf<N> & Shown,
  filename: string,
  format: TableFormat,
): Promise<void> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filter } = query;
  const request = { query: { ...filter, format } } as unknown as RequestOf<N>;
  return downloadFile(name, request, `${filename}.${format}`);
}
