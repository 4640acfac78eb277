import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ProposeImport } from './propose-import.tsx';
import classes from './user-imports.module.css';
import { ActionIcon, Progress } from '@mantine/core';
import type { UserImport, UserImportState } from '@portside/contract';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../../lib/api/query.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

const WIDTH_PX = 760;

/** Brings users with balances over from another shop: a new file, and what became of earlier ones. */
export default function UserImports({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Sheet title={t('userImports.title')} side="end" size={WIDTH_PX} onClose={onClose}>
      <div className={classes.sheet}>
        <ProposeImport />
        <PastImports />
      </div>
    </Sheet>
  );
}

const REFRESH_MS = 3_000;

const TONES: Record<UserImportState, Tone> = {
  proposed: 'info',
  cooling: 'info',
  running: 'info',
  done: 'good',
  rejected: 'bad',
};

/** Files that were proposed, newest first, with the report of each. */
function PastImports() {
  const { t } = useTranslation('admin');
  const columns = useColumns();
  const list = useInfiniteQuery({ ...pages('listUserImports'), refetchInterval: REFRESH_MS });
  return (
    <section className={classes.part}>
      <h3 className={classes.heading}>{t('userImports.past')}</h3>
      <PagedList
        label={t('userImports.past')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<p className={classes.quiet}>{t('userImports.none')}</p>}
      />
    </section>
  );
}

function useColumns(): Column<UserImport>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'file',
      title: t('userImports.file'),
      onCard: 'heading',
      render: ({ file_name: name, created_at: at, proposed_by: by }) => (
        <span className={classes.file}>
          <strong>{name}</strong>
          <span className={classes.quiet}>
            {by} · <DateTime at={at} />
          </span>
        </span>
      ),
    },
    {
      key: 'result',
      title: t('userImports.result'),
      onCard: 'wide',
      render: (row) => <Result {...row} />,
    },
    {
      key: 'total',
      title: t('userImports.total'),
      align: 'end',
      render: ({ total_balance: total }) => <Money amount={total} />,
    },
    {
      key: 'download',
      title: t('userImports.download'),
      isTitleHidden: true,
      align: 'end',
      render: ({ id, file_name: name }) => <DownloadButton id={id} name={name} />,
    },
  ];
}

function Result({ state, users, created }: UserImport) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <span className={classes.result}>
      <StatusBadge tone={TONES[state]} isLive={state === 'running'}>
        {t(`userImports.state.${state}`)}
      </StatusBadge>
      {(state === 'running' || state === 'done') && (
        <span className={classes.quiet}>
          {t('userImports.created', {
            created: created.toLocaleString(language),
            users: users.toLocaleString(language),
          })}
        </span>
      )}
      {state === 'running' && (
        <Progress value={(100 * created) / users} aria-label={t('userImports.state.running')} />
      )}
    </span>
  );
}

function DownloadButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('admin');
  const save = useThrottledAction(() =>
    downloadFile('exportUserImport', { params: { id } }, `user-import-${id}.csv`),
  );
  return (
    <ActionIcon
      variant="subtle"
      loading={save.isRunning}
      disabled={save.isDisabled}
      aria-label={t('userImports.downloadOne', { name })}
      onClick={() => void save.run()}
    >
      <IconDownload size={18} stroke={1.7} />
    </ActionIcon>
  );
}
