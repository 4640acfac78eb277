import type { FormErrors } from '@mantine/form';
import type { CallName, Data, FieldFault } from '@portside/contract';
import { errors, type ErrorName } from '@portside/contract/wire/errors';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { ApiError, announceFailure } from '../../lib/api/api-error.ts';
import { call, type CallArguments, type CallOptions, type RequestOf } from '../../lib/api/call.ts';
import { useDoubtNote } from './decimal-field.tsx';
import { scrollToFault } from '../../lib/browser/screen.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { useFailureWording } from '../../locales/wording.ts';

type Places<V> = {
  /** The form's field for a field of the call, where their names differ; nested fields map to the same place. */
  readonly fields?: Readonly<Record<string, keyof V & string>>;
  /** Refusals that are shown at one field. */
  readonly refusals?: Partial<Readonly<Record<ErrorName, keyof V & string>>>;
};

/** Refusals without a message of their own: each field shows what is wrong with it. */
const FORMAT = new Set<ErrorName | undefined>([
  'usernameEmpty',
  'missingParameters',
  'invalidFormat',
  'parameterError',
]);

/**
 * `call` for a form of the back office. Contract violations are shown at the fields before anything is sent, and so
 * are the server's refusals of a field. Any other failure is announced as usual.
 */
export function useFormCall<V extends object>(
  form: {
    readonly values: V;
    setErrors(errors: FormErrors): void;
    /** Whether anything was typed; the reader is asked before it is lost. */
    isDirty(): boolean;
  },
  { fields = {}, refusals = {} }: Places<V> = {},
) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordingOf = useFailureWording();
  const noteOf = useDoubtNote();
  const sent = useRef<V>(null);
  useUnsaved(() => form.isDirty() && sent.current !== form.values);

  /** The form's field for this path of the call, or for the nearest part around it. */
  function fieldOf(path: string): string | undefined {
    const found = fields[path] ?? (path in form.values ? path : undefined);
    const end = path.lastIndexOf('.');
    return found ?? (end < 0 ? undefined : fieldOf(path.slice(0, end)));
  }
  /** The same where a preview takes what the form saves as a part: `coupon.percent`. */
  const placeOf = (path: string): string | undefined =>
    fieldOf(path) ?? (path.includes('.') ? fieldOf(path.slice(path.indexOf('.') + 1)) : undefined);
  const word = ({ fault, limit, value }: FieldFault) =>
    (fault === 'twoAmounts' ? noteOf(value ?? '') : null) ??
    t(`faults.${fault}`, { limit: limit?.toLocaleString(language) });

  function wordsAtFields(error: ApiError): Record<string, string> {
    const place = error.errorName && refusals[error.errorName];
    if (place) return { [place]: wordingOf(error) };
    const words = fieldFaultsOf(error).map((one) => {
      const text = FORMAT.has(error.errorName) ? word(one) : wordingOf(error);
      return [placeOf(one.field), text] as const;
    });
    return Object.fromEntries(words.filter(([field]) => field !== undefined));
  }

  return async function send<N extends CallName>(
    name: N,
    ...[request, options]: CallArguments<N>
  ): Promise<Data<N>> {
    const around = document.activeElement?.closest('form');
    const askedAt = performance.now();
    const show = (error: ApiError): boolean => {
      const words = wordsAtFields(error);
      if (Object.keys(words).length === 0) return false;
      flushSync(() => form.setErrors(words));
      scrollToFault(around);
      return true;
    };
    const faults = await checkBody(name, (request as { body?: unknown } | undefined)?.body);
    const found = new ApiError(errors.invalidFormat.code, '', { cause: { faults } });
    if (faults.length > 0 && show(found)) throw found;
    const quiet: CallOptions = { ...options, isQuiet: true };
    try {
      const answer = await call(name, ...([request as RequestOf<N>, quiet] as CallArguments<N>));
      // A preview saves nothing.
      if (!name.startsWith('preview')) sent.current = form.values;
      return answer;
    } catch (error) {
      if (error instanceof ApiError && !show(error)) announceFailure(error, askedAt, name);
      throw error;
    }
  };
}

/** What the server found wrong with which fields. */
export const fieldFaultsOf = ({ cause }: ApiError): readonly FieldFault[] =>
  (cause as { readonly faults?: readonly FieldFault[] } | undefined)?.faults ?? [];

/**
 * Validates a call's body against the contract before it is sent. The schemas load with the first submitted form; if
 * that fails, only the server validates.
 */
async function checkBody(name: CallName, body: unknown): Promise<FieldFault[]> {
  const known = await import('@portside/contract').catch(() => null);
  if (known === null) return [];
  const { contract, cleanPayload, faultsOf } = known;
  const endpoint = contract[name];
  if (!('body' in endpoint)) return [];
  const sent = cleanPayload(body) ?? {};
  return faultsOf(endpoint.body.safeParse(sent).error?.issues ?? [], sent);
}

/** The part of a form that tells what was typed from what it began with. */
export type Typed<V> = { readonly values: V; getInitialValues(): V };

/**
 * What was typed into the form, over values as they are by now: a colleague may have changed them meanwhile. Texts merge
 * by language; a list counts as one value, unless `rowsOver` merges it.
 */
export const typedOver = <V extends object>(form: Typed<V>, now: V): V =>
  over(form.getInitialValues(), form.values, now) as V;

/** Shows what is stored now; what was typed since it was sent stays. */
export function showStored<V extends object>(
  form: Typed<V> & { getValues(): V; setInitialValues(values: V): void; setValues(values: V): void },
  stored: V,
): void {
  const typed = typedOver({ values: form.getValues(), getInitialValues: () => form.values }, stored);
  form.setInitialValues(stored);
  form.setValues(typed);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function over(shown: unknown, typed: unknown, now: unknown): unknown {
  if (isSame(shown, typed)) return now;
  if (!isRecord(shown) || !isRecord(typed) || !isRecord(now)) return typed;
  const keys = new Set([...Object.keys(now), ...Object.keys(typed)]);
  return Object.fromEntries([...keys].map((key) => [key, over(shown[key], typed[key], now[key])]));
}

/** A list as it is by now, with what was added, changed and removed here. The same key tells the same row. */
export function rowsOver<T>(
  shown: readonly T[],
  typed: readonly T[],
  now: readonly T[],
  keyOf: (row: T) => string = String,
): T[] {
  const before = new Map(shown.map((row) => [keyOf(row), row]));
  const present = new Set(now.map(keyOf));
  const here = new Map<string, T[]>();
  for (const row of typed) here.set(keyOf(row), [...(here.get(keyOf(row)) ?? []), row]);
  return [
    ...now.flatMap((row) => {
      const key = keyOf(row);
      const own = here.get(key)?.map((one) => over(before.get(key), one, row) as T);
      return own ?? (before.has(key) ? [] : [row]);
    }),
    ...typed.filter((row) => !present.has(keyOf(row)) && !isSame(before.get(keyOf(row)), row)),
  ];
}

/** A record as its list has it by now; as it was shown if it is gone, which the call that changes it will say. */
export const latestOf = async <T extends { readonly id: string }>(
  list: Promise<{ readonly items: readonly T[] }>,
  shown: T,
): Promise<T> => (await list).items.find(({ id }) => id === shown.id) ?? shown;
