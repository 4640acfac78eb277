import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { usePrefetchQuery } from '@tanstack/react-query';
import { onFreshCodeRequested } from '../lib/api/call.ts';
import { query } from '../lib/api/query.ts';
import { onOffer, type Offer as ByHand } from '../lib/browser/save-file.ts';
import { focusFault } from '../lib/browser/screen.ts';
import { onLeaving } from '../lib/browser/unsaved.ts';
import { withTexts } from '../locales/language.ts';
import { useLiveStream, useStaleOnEvents } from '../lib/live/stream.ts';
import { savesData, useIsOnline } from '../lib/browser/network.ts';
import { ToastHost } from '../ui/messages/toast-host.tsx';
import { toastFailure } from '../ui/messages/toasts.tsx';
import { useTranslation } from '../locales/use-translation.ts';
import classes from './after-paint.module.css';
import { useHeldOffer, type Offer } from '../lib/browser/install-offer.ts';

/** What every page has but no first paint shows: toasts, live updates, the offline note, and what the reader is asked. */
export function AfterPaint() {
  const { t } = useTranslation();
  const { t: service } = useTranslation('service');
  useLiveStream();
  useStaleOnEvents();
  useFirstFault();
  useQuestionsReady();
  // So that a later top-up waits for neither them nor the site config.
  usePrefetchQuery(query('listEnabledPaymentMethods', {}, { isQuiet: true }));
  useEffect(() => {
    keepInstallOffer();
    document.documentElement.toggleAttribute('data-saves-data', savesData());
  }, []);
  return (
    <>
      <OfflineNote />
      <ToastHost />
      <OfferHandler />
      <QuestionHandler on={onFreshCodeRequested} of="FreshCode" instead={() => false} />
      <QuestionHandler
        on={onLeaving}
        of="LeaveQuestion"
        instead={() => confirm(service('unsaved.title', { defaultValue: `${t('shell.close')}?` }))}
      />
    </>
  );
}

/** Its height in pixels: sticky parts of the page stay below it. */
const HEIGHT = '--shop-note';

/** A line above the page while the browser is offline. Everything is refetched once the connection is back. */
function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const observer = new ResizeObserver(([entry]) => {
      const { height } = entry!.target.getBoundingClientRect();
      // Set on the root, it costs a look at every element's style: not for nothing.
      if (height > 0) page.setProperty(HEIGHT, `${height}px`);
      else page.removeProperty(HEIGHT);
    });
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      page.removeProperty(HEIGHT);
    };
  }, []);
  return (
    <div ref={place} className={classes.place} aria-live="polite">
      {!isOnline && <p className={classes.note}>{t('shell.offline')}</p>}
    </div>
  );
}

/** Saves the browser's install prompt for our own button instead of its bar. Call once. */
function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useHeldOffer.setState({ offer: event as Offer });
  });
  addEventListener('appinstalled', () => useHeldOffer.setState({ offer: null }));
}

/** A form that is sent with faults puts the focus into the first of them. */
function useFirstFault(): void {
  useEffect(() => {
    const look = ({ target }: Event) => requestAnimationFrame(() => focusFault(target as Element));
    document.addEventListener('submit', look);
    return () => document.removeEventListener('submit', look);
  }, []);
}

const loadOffer = withTexts('service', () => import('../ui/messages/offer-sheet.tsx'));
const loadQuestions = withTexts('service', () => import('../features/sessions/interruptions.tsx'));

/** Asked for as soon as something is typed: offline they would not come, and it would be lost. */
function useQuestionsReady(): void {
  useEffect(() => {
    const prepare = () => void loadQuestions().catch(() => undefined);
    document.addEventListener('input', prepare, { once: true });
    return () => document.removeEventListener('input', prepare);
  }, []);
}

/** Opens what the browser did not save or copy. */
function OfferHandler() {
  const { t } = useTranslation();
  const [opened, open] = useState<{ offer: ByHand; Sheet: ComponentType<OfferProps> } | null>(null);
  const show = useEffectEvent((offer: ByHand) =>
    loadOffer().then(
      ({ default: Sheet }) => open({ offer, Sheet }),
      () => toastFailure('offer', t('shell.failedToLoad')),
    ),
  );
  useEffect(() => onOffer((offer) => void show(offer)), []);
  return opened && <opened.Sheet offer={opened.offer} onClose={() => open(null)} />;
}

type OfferProps = { offer: ByHand; onClose: () => void };
type Question = ComponentType<{ onDone: (isYes: boolean) => void }>;

type QuestionHandlerProps = {
  /** Registers who asks, until the returned function is called. */
  on: (ask: () => Promise<boolean>) => () => void;
  of: 'FreshCode' | 'LeaveQuestion';
  /** The answer where the dialog does not load. */
  instead: () => boolean;
};

/** Opens a dialog when something else of the page needs an answer: a fresh code, or whether to leave. */
function QuestionHandler({ on, of, instead }: QuestionHandlerProps) {
  const [opened, open] = useState<{ Dialog: Question } | null>(null);
  /** Who wait for the answer: all that asked since the dialog opened. */
  const waiting = useRef<((isYes: boolean) => void)[]>([]);

  const ask = useEffectEvent(async (): Promise<boolean> => {
    const questions = await loadQuestions().catch(() => null);
    if (questions === null) return instead();
    open({ Dialog: questions[of] });
    return new Promise((resolve) => void waiting.current.push(resolve));
  });
  useEffect(() => on(() => ask()), [on]);

  function close(isYes: boolean) {
    open(null);
    for (const answer of waiting.current.splice(0)) answer(isYes);
  }

  return opened && <opened.Dialog onDone={close} />;
}
