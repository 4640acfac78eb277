import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data } from '@portside/contract';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { telegramLink } from '../../lib/format/links.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DateTime } from '../../ui/data/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { Picture } from '../../ui/pictures/pictures.tsx';
import { useIsAgent } from './use-agent.ts';
import classes from './agent-dashboard.module.css';

export type Ways = {
  readonly shopTelegram: string | undefined;
  /** The customer service page of this area. */
  readonly support: string;
};

/** On the profile: the way to becoming an agent, where the shop takes them this way. */
export default function AgentInvitation({ to }: { to: string }) {
  const { t } = useTranslation('service');
  const isAgent = useIsAgent().data;
  const { data } = useQuery({ ...query('readOwnApplication'), enabled: isAgent === false });
  if (isAgent !== false || !data || data.sign_up === 'off') return null;
  const isWaiting = data.application?.state === 'waiting';
  return (
    <Panel title={t('agents.apply.title')}>
      <p className={classes.terms}>{t(isWaiting ? 'agents.apply.waiting' : 'agents.apply.invitation')}</p>
      <Button component={Link} to={to} variant="default">
        {t('agents.apply.open')}
      </Button>
    </Panel>
  );
}

/** Where the shop takes agents this way, a form; otherwise whom to ask. */
export function NoAgent(ways: Ways) {
  const { data, isError } = useQuery(query('readOwnApplication'));
  if (!data && !isError) return <Skeleton height={320} radius="lg" />;
  if (!data || (data.sign_up === 'off' && data.application?.state !== 'waiting'))
    return <WhomToAsk {...ways} />;
  return <Application own={data} />;
}

type Values = { platform_name: string; words: string };

const SHORTEST_WORDS = 10;

function Application({ own: { sign_up: signUp, application } }: { own: Data<'readOwnApplication'> }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { platform_name: '', words: '' },
    validate: {
      platform_name: (value) => (value.trim() === '' ? t('agents.apply.nameMissing') : null),
      words: (value) => (value.trim().length < SHORTEST_WORDS ? t('agents.apply.wordsMissing') : null),
    },
  });
  const send = useThrottledAction(async ({ platform_name: name, words }: Values) => {
    const body = { platform_name: name.trim(), words: words.trim() };
    const { state } = await call('applyAsAgent', { body });
    toastSuccess('agent', t(state === 'accepted' ? 'agents.apply.accepted' : 'agents.apply.sent'));
    const names = ['readOwnApplication', 'readIdentity'] as const;
    await Promise.all(names.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })));
  });
  if (application?.state === 'waiting')
    return (
      <Panel title={t('agents.apply.waiting')}>
        <p className={classes.terms}>{t('agents.apply.waitingText')}</p>
        <p className={classes.terms}>
          <strong>{application.platform_name}</strong> · <DateTime at={application.created_at} />
        </p>
        <p className={classes.terms}>{application.words}</p>
      </Panel>
    );
  return (
    <Panel title={t('agents.apply.title')}>
      <p className={classes.terms}>{t(`agents.apply.lede.${signUp === 'open' ? 'open' : 'asked'}`)}</p>
      {application?.state === 'refused' && (
        <Callout tone="warn" title={t('agents.apply.refused')}>
          {application.reason}
        </Callout>
      )}
      <form className={classes.request} onSubmit={form.onSubmit(send.run)} noValidate>
        <TextInput
          className={classes.wide}
          label={t('agents.apply.name')}
          description={t('agents.apply.nameHint')}
          maxLength={60}
          autoComplete="off"
          {...form.getInputProps('platform_name')}
        />
        <Textarea
          className={classes.wide}
          label={t('agents.apply.words')}
          description={t('agents.apply.wordsHint')}
          maxLength={500}
          rows={3}
          {...form.getInputProps('words')}
        />
        <ThrottledButton type="submit" action={send}>
          {t(`agents.apply.submit.${signUp === 'open' ? 'open' : 'asked'}`)}
        </ThrottledButton>
      </form>
    </Panel>
  );
}

function WhomToAsk({ shopTelegram, support }: Ways) {
  const { t } = useTranslation('service');
  return (
    <Panel>
      <EmptyState
        picture={<LighthousePicture />}
        title={t('agents.none.title')}
        text={t('agents.none.text')}
        action={
          shopTelegram ? (
            <Button
              component="a"
              href={telegramLink(shopTelegram)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBrandTelegram size={18} />}
            >
              {t('agents.none.ask')}
            </Button>
          ) : (
            <Button component={Link} to={support}>
              {t('agents.none.write')}
            </Button>
          )
        }
      />
    </Panel>
  );
}

/** A lighthouse: agents show others the way. */
export const LighthousePicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 124" width={size}>
    <path d="M58 30 10 16v30zM74 30l48-14v30z" fill="var(--wash)" stroke="none" />
    <ellipse cx="66" cy="106" rx="54" ry="9" fill="var(--wash)" stroke="none" />
    <path d="M54 40h24l8 62H46z" fill="var(--ground)" />
    <path d="M52.4 54h27.2l1.8 14H50.6zM48.8 82h34.4l1.8 14H47z" fill="var(--signal)" stroke="none" />
    <path d="M54 40h24l8 62H46z" />
    <path d="M50 40h32M57 40V24h18v16M54 24h24L66 12z" fill="var(--tint)" />
    <circle cx="66" cy="32" r="4" fill="var(--signal)" stroke="none" />
    <path d="M62 102V92a4 4 0 0 1 8 0v10" fill="var(--ground)" />
    <path d="M20 102h92M30 112c6 4 12 4 18 0s12-4 18 0 12 4 18 0 12-4 18 0" opacity=".6" />
  </Picture>
);
