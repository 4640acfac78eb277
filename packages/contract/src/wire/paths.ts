import { officePaths } from './office-paths.ts';
import { shopPaths } from './shop-paths.ts';

/**
 * Method and path of each endpoint except the back office's exports. Browsers load these tables only; the schemas stay
 * on the server.
 */
export const paths = { ...shopPaths, ...officePaths };

export type CallName = keyof typeof paths;
