import { Button } from '@mantine/core';
import type { Data } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './notice-list.module.css';

type Link = Data<'readTelegramLink'>;
type Code = Data<'createTelegramCode'>;

/** How often the shop is asked whether the code has reached it. */
const REFRESH_MS = 3_000;

/** Links the user's Telegram, where the shop has a bot, and unlinks it. */
export function TelegramLink() {
  const { t } = useTranslation('service');
  const [code, setCode] = useState<Code | null>(null);
  const { data: link, isFetched } = useQuery({
    ...query('readTelegramLink'),
    refetchInterval: ({ state }) => (code !== null && state.data?.linked_to === null ? REFRESH_MS : false),
  });
  if (!isFetched) return <div data-waiting />;
  if (!link || (link.bot === null && link.linked_to === null)) return null;
  return (
    <Panel title={t('notices.telegram.title')}>
      <p className={classes.lede}>{t('notices.telegram.lede')}</p>
      {link.linked_to === null ? (
        <Unlinked bot={link.bot!} code={code} onCode={setCode} />
      ) : (
        <Linked link={link} name={link.linked_to} onUnlinked={() => setCode(null)} />
      )}
    </Panel>
  );
}

type UnlinkedProps = { bot: string; code: Code | null; onCode: (code: Code) => void };

function Unlinked({ bot, code, onCode }: UnlinkedProps) {
  const { t } = useTranslation('service');
  const make = useThrottledAction(async () => onCode(await call('createTelegramCode')));
  if (code === null) return <ThrottledButton action={make}>{t('notices.telegram.link')}</ThrottledButton>;
  const message = `/start ${code.code}`;
  return (
    <div className={classes.linking}>
      <Button component="a" href={code.url} target="_blank" rel="noreferrer">
        {t('notices.telegram.open')}
      </Button>
      <p className={classes.lines}>{t('notices.telegram.orSend', { bot })}</p>
      <div className={classes.code}>
        <code translate="no">{message}</code>
        <CopyButton text={message} label={t('notices.telegram.copy')} />
      </div>
      <output className={classes.lines}>{t('notices.telegram.waiting')}</output>
    </div>
  );
}

function Linked({ link, name, onUnlinked }: { link: Link; name: string; onUnlinked: () => void }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const client = useQueryClient();
  const unlink = useThrottledAction(async () => {
    client.setQueryData(queryKey('readTelegramLink'), await call('deleteTelegramLink'));
    onUnlinked();
    toastSuccess('telegram', t('notices.telegram.unlinked'));
  });
  return (
    <div className={classes.linking}>
      <output className={classes.lines}>
        {t('notices.telegram.linked', { name, at: formatDateTime(link.linked_at!, language) })}
      </output>
      <ThrottledButton variant="default" action={unlink}>
        {t('notices.telegram.unlink')}
      </ThrottledButton>
    </div>
  );
}
