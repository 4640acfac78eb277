import type { Recharge } from '@portside/contract';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './progress-steps.module.css';
import { PROGRESS_STEPS, progressOf, type Timeline } from './payment-progress.ts';
import { useShownState } from './use-quote.ts';

/**
 * A payment's progress: a bar, four steps, and a sentence about the current one. Hidden once a top-up ended unpaid.
 */
export function ProgressSteps({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const state = useShownState(recharge);
  const timeline = progressOf(recharge);
  const text = useStepText(recharge, timeline);
  if (!timeline || state === 'expired') return null;
  const at = PROGRESS_STEPS.indexOf(timeline.current);
  const isDone = (index: number) => index < at || timeline.percent === 100;
  return (
    <div className={classes.line} data-held={timeline.isHeld || undefined}>
      <progress
        className={classes.bar}
        aria-label={t('recharges.step.label')}
        aria-valuetext={text}
        value={timeline.percent}
        max={100}
      />
      <ol className={classes.steps}>
        {PROGRESS_STEPS.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-phase={isDone(index) ? 'done' : index === at ? 'now' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {isDone(index) && <IconCheck size={13} stroke={3} aria-hidden />}
            </span>
            {timeline.isHeld && index === at ? t('recharges.step.review') : t(`recharges.step.${step}`)}
          </li>
        ))}
      </ol>
      <p className={classes.text} aria-live="polite">
        {text}
      </p>
    </div>
  );
}

function useStepText(recharge: Recharge, timeline: Timeline | null): string {
  const { t } = useTranslation();
  const { confirmations, confirmations_needed: needed } = recharge;
  if (!timeline) return '';
  if (timeline.isHeld) return t('recharges.step.reviewText');
  if (timeline.current === 'credited') return t('recharges.result.creditedText');
  return t(`recharges.step.${timeline.current}Text`, { done: Math.min(confirmations ?? 0, needed), needed });
}
