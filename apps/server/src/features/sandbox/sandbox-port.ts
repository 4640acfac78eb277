import type { Devchain } from '@portside/devchain';
import { refuse } from '../../platform/refusal.ts';

/** The local chains with their wallet of play money. */
export type SandboxPort = { readonly devchain: Pick<Devchain, 'chains' | 'sendUsdt'> };

/** In production the sandbox does not exist. */
export const requireSandbox = (port: SandboxPort | null): SandboxPort => port ?? refuse('notFound');
