import { Button, Progress, TextInput } from '@mantine/core';
import { IconShieldCheck, IconAlertTriangle } from '@tabler/icons-react';
import { useState, useEffect } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import type { Data } from '@portside/contract';
import { Callout } from '../../ui/messages/callout.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './audit.module.css';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';

/** Recomputes every hash of the log. */
export function VerifyButton() {
  const { t } = useTranslation('admin');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={17} stroke={1.7} />}
        onClick={() => setIsOpen(true)}
      >
        {t('audit.verify')}
      </Button>
      {isOpen && <VerifySheet onClose={() => setIsOpen(false)} />}
    </>
  );
}

const WIDTH_PX = 520;

/** The verification's progress and result. */
function VerifySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [round, setRound] = useState(1);
  return (
    <Sheet title={t('audit.verify')} size={WIDTH_PX} onClose={onClose}>
      <Proof key={round} onRetry={() => setRound(round + 1)} />
      <CompareHead />
    </Sheet>
  );
}

function Proof({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { part, hasEnded, hasFailed } = useVerification();
  const { verified = 0, entries = 0 } = part ?? {};
  return (
    <>
      {hasFailed && <FailedState onRetry={onRetry} />}
      {!hasEnded && !hasFailed && (
        <div aria-live="polite">
          <p className={classes.quiet}>
            {t('audit.verifying', {
              verified: verified.toLocaleString(language),
              entries: entries.toLocaleString(language),
            })}
          </p>
          <Progress
            value={entries === 0 ? 0 : (verified / entries) * 100}
            animated
            aria-label={t('audit.verify')}
          />
        </div>
      )}
      {part && hasEnded && <Verdict part={part} />}
    </>
  );
}

function Verdict({ part: { entries, broken_at: broken, head_hash: hash } }: { part: Data<'verifyAudit'> }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (broken !== null)
    return (
      <Callout tone="bad" icon={<IconAlertTriangle size={20} />} title={t('audit.brokenTitle')}>
        {t('audit.broken', { entry: Number(broken).toLocaleString(language) })}
      </Callout>
    );
  return (
    <>
      <Callout tone="good" icon={<IconShieldCheck size={20} />} title={t('audit.intactTitle')}>
        {t('audit.intact', { entries: entries.toLocaleString(language) })}
      </Callout>
      <h3 className={classes.proofHeading}>{t('audit.head')}</h3>
      <p className={classes.hash}>
        <code translate="no" className={classes.long}>
          {hash}
        </code>
        <CopyButton text={hash} />
      </p>
      <p className={classes.quiet}>{t('audit.headHint')}</p>
    </>
  );
}

/** Compares a head from one of the daily e-mails with the log. */
function CompareHead() {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ entry: string; outcome: Data<'compareAuditHead'>['outcome'] } | null>(
    null,
  );
  const head = parseHead(text);
  const compare = useThrottledAction(async () => {
    if (!head) return;
    const { outcome } = await call('compareAuditHead', { query: head });
    setFound({ entry: head.entry, outcome });
  });
  return (
    <section className={classes.compare}>
      <h3 className={classes.proofHeading}>{t('audit.compare.title')}</h3>
      <p className={classes.quiet}>{t('audit.compare.lede')}</p>
      <TextInput
        label={t('audit.compare.label')}
        autoComplete="off"
        value={text}
        error={text.trim() !== '' && head === null && t('audit.compare.wrong')}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setFound(null);
        }}
      />
      <ThrottledButton action={compare} variant="default" disabled={head === null}>
        {t('audit.compare.submit')}
      </ThrottledButton>
      {found && (
        <Callout tone={found.outcome === 'same' ? 'good' : 'bad'}>
          {t(`audit.compare.${found.outcome}`, { entry: found.entry })}
        </Callout>
      )}
    </section>
  );
}

type Part = Data<'verifyAudit'>;

type Verification = {
  readonly part: Part | null;
  readonly hasEnded: boolean;
  readonly hasFailed: boolean;
};

const NOT_BEGUN: Verification = { part: null, hasEnded: false, hasFailed: false };

/**
 * Verifies the audit log part by part from the first render on, up to its end or the first entry whose hash is wrong.
 */
function useVerification(): Verification {
  const [state, setState] = useState(NOT_BEGUN);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function verify() {
      let part: Part | null = null;
      do {
        const query: { after?: string; hash?: string } = part
          ? { after: String(part.verified), hash: part.head_hash }
          : {};
        part = await call('verifyAudit', { query }, { signal });
        setState({ part, hasEnded: isOver(part), hasFailed: false });
      } while (!isOver(part));
    }
    verify().catch(() => {
      if (!signal.aborted) setState((now) => ({ ...now, hasFailed: true }));
    });
    return () => leaving.abort();
  }, []);
  return state;
}

const isOver = ({ verified, entries, broken_at: broken }: Part): boolean =>
  broken !== null || verified >= entries;

/** Number and hash of an entry in a pasted text; null if it holds no such pair. */
export function parseHead(text: string): { entry: string; hash: string } | null {
  const [, entry, hash] = /(?:^|\D)(\d{1,18})\W+([0-9a-fA-F]{64})(?![0-9a-fA-F])/.exec(text.trim()) ?? [];
  return entry && hash ? { entry: BigInt(entry).toString(), hash: hash.toLowerCase() } : null;
}
