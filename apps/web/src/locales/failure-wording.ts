import { useTranslation } from 'react-i18next';
import type { ApiError } from '../lib/api/api-error.ts';

/** Wording of a failed call: the catalogue's own, else the server's, else that the service is busy. */
export function useFailureWording(): (error: ApiError) => string {
  const { t } = useTranslation();
  return ({ errorName, message }) =>
    errorName === undefined ? message || t('shell.serviceBusy') : t(`errors.${errorName}`);
}
