import { Skeleton } from '@mantine/core';
import type { OpenSession } from '@portside/contract';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { formatDateTime, formatRelative } from '../../lib/format/times.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './active-sessions.module.css';

/** The user's sessions, this one first; the others can be signed out. */
export function ActiveSessions() {
  const { t } = useTranslation('service');
  const { data, isError, isFetched, refetch } = useQuery({ ...query('listOwnSessions'), select: itemsOf });
  const sessions = data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <Panel title={t('security.sessions.title')}>
      <p className={classes.lede}>{t('security.sessions.lede')}</p>
      {isError && !data ? (
        <FailedState onRetry={() => void refetch()} />
      ) : (
        <ul className={classes.list} aria-busy={!sessions} data-waiting={!isFetched || undefined}>
          {sessions?.map((session) => <Line key={session.id} session={session} />) ?? <Skeletons />}
        </ul>
      )}
    </Panel>
  );
}

function Line({ session }: { session: OpenSession }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const { browser, system, isPhone } = deviceOf(session.user_agent);
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  const name = [browser, system].filter(Boolean).join(' · ') || t('security.sessions.unknown');
  return (
    <li className={classes.line} data-current={session.current || undefined}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.words}>
        <strong className={classes.name} title={session.user_agent}>
          {name}
        </strong>
        <span className={classes.quiet} title={formatDateTime(session.created_at, language)}>
          {session.address} · {formatRelative(session.last_seen_at, language)}
        </span>
      </span>
      {session.current ? (
        <StatusBadge tone="good">{t('security.sessions.current')}</StatusBadge>
      ) : (
        <EndButton id={session.id} name={name} />
      )}
    </li>
  );
}

function EndButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const end = useThrottledAction(async () => {
    try {
      // Already ended counts as success.
      await call('revokeOwnSession', { params: { id } }, { quietFor: ['notFound'] });
    } finally {
      await client.invalidateQueries({ queryKey: queryKey('listOwnSessions') });
    }
  });
  return (
    <ThrottledButton
      action={end}
      variant="default"
      size="xs"
      aria-label={t('security.sessions.endOf', { name })}
    >
      {t('security.sessions.end')}
    </ThrottledButton>
  );
}

const Skeletons = () =>
  Array.from({ length: 2 }, (_, line) => (
    <li key={line} className={classes.line}>
      <Skeleton height={40} circle />
      <span className={classes.words}>
        <Skeleton height={14} width="55%" />
        <Skeleton height={12} width="75%" mt={8} />
      </span>
    </li>
  ));

/** What a user agent says about the device; undefined if it is unknown. */
type Device = {
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isPhone: boolean;
};

/** First match wins: most browsers also name the ones they derive from. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and operating system by their common names. */
export function deviceOf(userAgent: string): Device {
  const nameIn = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return {
    browser: nameIn(BROWSERS),
    system: nameIn(SYSTEMS),
    isPhone: /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent),
  };
}
