import type { ExportName, Request } from '@portside/contract';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import type { GuardedCall } from '../../lib/api/permissions.ts';
import { Allowed } from '../layout/allowed.tsx';
import { ThrottledButton } from '../buttons/throttled-button.tsx';
import type { RequestOf } from '../../lib/api/call.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';

type Props = {
  /** The endpoint that returns the file. */
  of: ExportName & GuardedCall;
  onExport: () => Promise<void>;
};

/** Downloads a table as a file, where the role allows it. Busy until the file has arrived. */
export function ExportButton({ of, onExport }: Props) {
  const { t } = useTranslation('admin');
  const action = useThrottledAction(onExport);
  return (
    <Allowed to={of}>
      <ThrottledButton
        variant="default"
        size="sm"
        leftSection={<IconDownload size={16} stroke={1.7} />}
        aria-label={t('table.exportLabel')}
        action={action}
      >
        {t('table.export')}
      </ThrottledButton>
    </Allowed>
  );
}

type FilterOf<N extends ExportName> = Request<N> extends { query: infer Q } ? Q : never;

/** Paging and sorting, which a file does not use. */
type Shown = { readonly limit?: number; readonly cursor?: string; readonly sort?: string };

/** Downloads all rows that match the filter, in the list's default order. Throws ApiError. */
export function downloadTable<N extends ExportName>(
  name: N,
  query: FilterOf<N> & Shown,
  filename: string,
): Promise<void> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...filter } = query;
  return downloadFile(name, { query: filter } as unknown as RequestOf<N>, filename);
}
