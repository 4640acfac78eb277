import { Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { SANDBOX_PAGE } from '@portside/contract/wire/page-paths';
import type { SandboxMail } from '@portside/contract';
import { IconArrowLeft, IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { itemsOf, query } from '../../lib/api/query.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { useOwnTitle } from '../../lib/browser/page-data.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import classes from './mailbox.module.css';

const REFRESH_MS = 5_000;

/** The e-mails that the sandbox would have sent, as a mail program shows them. */
export default function Mailbox() {
  const { t } = useTranslation('service');
  useOwnTitle(t('trials.mailbox.title'));
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    ...query('listSandboxMails', { query: {} }, { isQuiet: true }),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  const wanted = typed.trim().toLowerCase();
  const mails = data?.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(wanted));
  const mail = mails?.find((one) => keyOf(one) === opened);
  return (
    <>
      <PageHeader title={t('trials.mailbox.title')} lede={t('trials.mailbox.lede')} />
      <p>
        <Anchor component={Link} to={SANDBOX_PAGE} inherit>
          {t('trials.mailbox.back')}
        </Anchor>
      </p>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={480} radius="lg" />}
      {data && (
        <div className={classes.mailbox} data-open={mail !== undefined || undefined}>
          <section className={classes.list} aria-label={t('trials.mailbox.title')}>
            <TextInput
              type="search"
              m={12}
              aria-label={t('trials.mailbox.search')}
              placeholder={t('trials.mailbox.search')}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {mails?.length === 0 && <EmptyState text={t('trials.mailbox.none')} />}
            <ul>
              {mails?.map((one) => (
                <li key={keyOf(one)}>
                  <MailRow mail={one} isOpen={one === mail} onOpen={() => setOpened(keyOf(one))} />
                </li>
              ))}
            </ul>
          </section>
          {mail ? (
            <Mail key={keyOf(mail)} mail={mail} onClose={() => setOpened(null)} />
          ) : (
            <p className={classes.choose}>{t('trials.mailbox.choose')}</p>
          )}
        </div>
      )}
    </>
  );
}

/** They have no number; no two of the same moment go to one person with one subject. */
const keyOf = ({ to, subject, sent_at: at }: SandboxMail): string => `${at} ${to} ${subject}`;

type RowProps = { mail: SandboxMail; isOpen: boolean; onOpen: () => void };

function MailRow({ mail: { to, subject, sent_at: at, attachments }, isOpen, onOpen }: RowProps) {
  const language = useLanguage();
  return (
    <button type="button" className={classes.row} aria-current={isOpen || undefined} onClick={onOpen}>
      <span className={classes.to}>{to}</span>
      <time dateTime={at}>{formatDateTime(at, language)}</time>
      <span className={classes.subject}>
        {subject} {attachments.length > 0 && <IconPaperclip size={14} aria-hidden />}
      </span>
    </button>
  );
}

/**
 * The mail in a frame of its own, in which nothing runs. Its elements are put in, since pages make no HTML of text
 * (Trusted Types): for that the frame shares the shop's origin.
 */
function MailFrame({ title, html }: { title: string; html: string }) {
  const fill = (frame: HTMLIFrameElement | null): void => {
    const page = frame?.contentDocument;
    if (!page) return;
    const mail = new DOMParser().parseFromString(withBase(html), 'text/html');
    page.replaceChild(page.adoptNode(mail.documentElement), page.documentElement);
  };
  return (
    <iframe
      ref={fill}
      className={classes.html}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      // Some browsers load an empty page after that.
      onLoad={({ currentTarget }) => fill(currentTarget)}
    />
  );
}

/** Links open beside the shop, as they would from a mail program. */
const withBase = (html: string): string => `<base target="_blank"><body style="margin:16px">${html}`;

function Mail({ mail, onClose }: { mail: SandboxMail; onClose: () => void }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const [view, setView] = useState<'html' | 'text'>('html');
  const { to, subject, text, html, attachments, sent_at: at } = mail;
  return (
    <article className={classes.mail} aria-label={subject}>
      <Button
        className={classes.close}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} />}
        onClick={onClose}
      >
        {t('trials.mailbox.title')}
      </Button>
      <h2>{subject}</h2>
      <p className={classes.facts}>
        <span>
          {t('trials.mailbox.to')}: <strong translate="no">{to}</strong>
        </span>
        <time dateTime={at}>{formatDateTime(at, language)}</time>
      </p>
      <ChoiceRow
        size="xs"
        value={view}
        onChange={setView}
        data={(['html', 'text'] as const).map((value) => ({ value, label: t(`trials.mailbox.${value}`) }))}
      />
      {view === 'text' ? (
        <pre className={classes.text} translate="no">
          {text}
        </pre>
      ) : (
        <MailFrame title={subject} html={html} />
      )}
      {attachments.length > 0 && (
        <p className={classes.attachments}>
          <span>{t('trials.mailbox.attachments')}</span>
          {attachments.map(({ filename, content }) => (
            <Button
              key={filename}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={14} />}
              onClick={() => void saveFile(new Blob([content], { type: 'text/plain' }), filename)}
            >
              {filename}
            </Button>
          ))}
        </p>
      )}
    </article>
  );
}
