import type { Devchain } from '@portside/devchain';
import { refuse } from '../../platform/refusal.ts';

/** The local chains with their test money wallet. */
export type SandboxPort = {
  readonly devchain: Pick<Devchain, 'chains' | 'sendUsdt' | 'sendCall' | 'giveCoin' | 'onBlock'>;
};

/** Refuses in production, where there is no sandbox (notFound). */
export const requireSandbox = (port: SandboxPort | null): SandboxPort => port ?? refuse('notFound');
