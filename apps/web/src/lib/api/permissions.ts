import type { CallName } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { exportPaths } from '@portside/contract/wire/export-paths';
import { officePaths } from '@portside/contract/wire/office-paths';
import type { Path } from '@portside/contract/wire/shop-paths';
import { storedState, useStored } from '../stored/stored-state.ts';
import { ApiError } from './api-error.ts';
import { setCallGuard } from './call.ts';

const guardedPaths = { ...officePaths, ...exportPaths };
type Paths = typeof guardedPaths;

/** Calls that need a permission. */
export type GuardedCall = {
  [N in keyof Paths]: Paths[N] extends readonly [string, string, string, ...unknown[]] ? N : never;
}[keyof Paths];

/** Earlier versions stored no actions. */
type Permissions = { readonly actions?: readonly string[] };

/** Whether a role allows a call. True if its permissions are unknown: the server decides. */
const allows = ({ actions }: Permissions, [, , action]: Path): boolean =>
  !action || actions?.includes(action) !== false;

/** Whether the reader's role allows a call. */
export function useMay(): (name: GuardedCall) => boolean {
  const permissions: Permissions = useStored((s) => s.permissions);
  return (name) => allows(permissions, guardedPaths[name]);
}

const isOffice = (name: CallName): name is keyof typeof officePaths => Object.hasOwn(officePaths, name);

/** From now on, reads that the role does not allow are refused without being sent. */
export function skipForbiddenReads(): void {
  setCallGuard((name) => {
    const isRead = isOffice(name) && officePaths[name][0] === 'GET';
    // Not announced: the place of the answer says why there is none.
    if (isRead && !allows(storedState().permissions, officePaths[name]))
      throw new ApiError(errors.noPermission.code, '');
  });
}
