import type { FormErrors } from '@mantine/form';
import type { CallName, Data, FieldFault } from '@portside/contract';
import { errors, type ErrorName } from '@portside/contract/wire/errors';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import { call, type CallArguments, type CallOptions, type RequestOf } from '../../lib/api/call.ts';
import { checkBody } from '../../lib/api/check-body.ts';
import { announceFailure } from '../../lib/api/failures.ts';
import { fieldFaultsOf } from '../../lib/api/field-faults.ts';
import { scrollToFault } from '../../lib/browser/scroll-to-fault.ts';
import { useFailureWording } from '../../locales/failure-wording.ts';
import { useLanguage } from '../../locales/use-language.ts';

type Places<V> = {
  /** Where a field of the call stands in the form, if not under the same name; all below it stands there too. */
  readonly fields?: Readonly<Record<string, keyof V & string>>;
  /** Refusals that belong to one field. */
  readonly refusals?: Partial<Readonly<Record<ErrorName, keyof V & string>>>;
};

/** These only say that something is wrong; others have words of their own. */
const FORMAT = new Set<ErrorName | undefined>([
  'usernameEmpty',
  'missingParameters',
  'invalidFormat',
  'parameterError',
]);

/**
 * `call` for a form of the back office: what the contract has against the body is said at the fields before anything
 * is sent, and so is what the server refuses of them. A failure that belongs to no field is told as any other.
 */
export function useFormCall<V extends object>(
  form: { readonly values: V; setErrors(errors: FormErrors): void },
  { fields = {}, refusals = {} }: Places<V> = {},
) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordingOf = useFailureWording();

  /** The form's field that holds this one of the call, or what this one is a part of. */
  function fieldOf(path: string): string | undefined {
    const found = fields[path] ?? (path in form.values ? path : undefined);
    const end = path.lastIndexOf('.');
    return found ?? (end < 0 ? undefined : fieldOf(path.slice(0, end)));
  }
  const word = ({ fault, limit }: FieldFault) =>
    t(`faults.${fault}`, { limit: limit?.toLocaleString(language) });

  function wordsAtFields(error: ApiError): Record<string, string> {
    const place = error.errorName && refusals[error.errorName];
    if (place) return { [place]: wordingOf(error) };
    const words = fieldFaultsOf(error).map((one) => {
      const text = FORMAT.has(error.errorName) ? word(one) : wordingOf(error);
      return [fieldOf(one.field), text] as const;
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
      return await call(name, ...([request as RequestOf<N>, quiet] as CallArguments<N>));
    } catch (error) {
      if (error instanceof ApiError && !show(error)) announceFailure(error, askedAt, name);
      throw error;
    }
  };
}
